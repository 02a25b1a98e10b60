-- title: Report O, part 1: matrix multiply, int32, over OpenMP threads.
-- baseline: the serial code of the same half of the table on one thread: cpu/naive, cpu/transposed.
-- note: The ratio is published over measured, for thread counts that both have and where the sizes agree.
WITH measured AS (
    SELECT p.n, p.threads, p.naive_s AS serial_s, o.marks AS marks_s, p.kernel_s, p.kernel_half_ms / 1e3 AS half_s,
           p.marks, s.marks AS marks_st, s.kernel_s AS serial_t_s, t.kernel_s AS kernel_t_s, t.kernel_half_ms / 1e3 AS half_t_s, t.marks AS marks_t
    FROM compared p
    LEFT JOIN compared o ON o.work = p.work AND o.variant = 'cpu/naive'
    LEFT JOIN compared s ON s.work = p.work AND s.variant = 'cpu/transposed'
    LEFT JOIN compared t ON t.work = p.work AND t.variant = 'cpu/openmp_transposed' AND t.threads = p.threads
    WHERE p.experiment = 'openmp-threads' AND p.variant = 'cpu/openmp' AND p.type = 'int32'
),
published AS (
    SELECT 2048 AS n, cast(p.threads AS integer) AS threads, p.*, a.mark, t.mark AS mark_t
    FROM published_matmul_openmp p
    LEFT JOIN audit a ON a.source = 'matmul_openmp' AND a.cell = 'speedup' AND a.row = p.threads
    LEFT JOIN audit t ON t.source = 'matmul_openmp' AND t.cell = 'speedup_transposed' AND t.row = p.threads
)
SELECT 'published' AS block, n, threads, '=' || serial_s AS "serial (s)", '=' || parallel_s AS "parallel (s)",
       NULL AS "±",
       '=' || speedup || mark AS speedup, '=' || serial_transposed_s AS "serial transposed (s)",
       '=' || parallel_transposed_s AS "parallel transposed (s)", NULL AS "±",
       '=' || speedup_transposed || mark_t AS "speedup transposed"
FROM published
UNION ALL
SELECT 'measured', n, threads, serial_s || coalesce(marks_s, ''), kernel_s || marks, half_s, serial_s / kernel_s,
       serial_t_s || marks_st, kernel_t_s || marks_t, half_t_s, serial_t_s / kernel_t_s
FROM (SELECT * FROM measured ORDER BY n DESC, threads)
UNION ALL
SELECT 'ratio', n, threads, p.serial_s / m.serial_s, p.parallel_s / m.kernel_s, NULL,
       p.speedup * m.kernel_s / m.serial_s,
       p.serial_transposed_s / m.serial_t_s, p.parallel_transposed_s / m.kernel_t_s, NULL,
       p.speedup_transposed * m.kernel_t_s / m.serial_t_s
FROM published p
JOIN measured m USING (n, threads);
