-- title: Report O, part 1: matrix multiply, int32, over OpenMP threads.
-- baseline: the serial code of the same half of the table on one thread: cpu/naive, cpu/transposed.
-- note: The ratio is published over measured, for thread counts that both have and where the sizes agree.
WITH measured AS (
    SELECT p.id, p.n, p.threads, p.naive_s AS serial_s, o.marks AS marks_s, p.kernel_s, p.kernel_half_ms / 1e3 AS half_s,
           p.marks, s.marks AS marks_st, s.kernel_s AS serial_t_s, t.kernel_s AS kernel_t_s, t.kernel_half_ms / 1e3 AS half_t_s,
           t.marks AS marks_t
    FROM chosen p
    LEFT JOIN single o ON o.work = p.work AND o.variant = 'cpu/naive' AND o.place_of_variant = 1
    LEFT JOIN single s ON s.work = p.work AND s.variant = 'cpu/transposed' AND s.place_of_variant = 1
    LEFT JOIN chosen t ON t.work = p.work AND t.experiment = p.experiment AND t.variant = 'cpu/openmp_transposed'
        AND t.threads = p.threads
    WHERE p.experiment = 'openmp-threads' AND p.variant = 'cpu/openmp' AND p.type = 'int32'
),
published AS (
    SELECT p.rowid AS line, 2048 AS n, cast(p.threads AS integer) AS threads, p.*, a.mark, t.mark AS mark_t
    FROM published_matmul_openmp p
    LEFT JOIN audit a ON a.source = 'matmul_openmp' AND a.cell = 'speedup' AND a.row = p.threads
    LEFT JOIN audit t ON t.source = 'matmul_openmp' AND t.cell = 'speedup_transposed' AND t.row = p.threads
),
line AS (
    SELECT 1 AS part, line, 'published' AS block, n, threads, '=' || serial_s AS serial, '=' || parallel_s AS parallel, NULL AS half,
           '=' || speedup || mark AS speedup, '=' || serial_transposed_s AS serial_t,
           '=' || parallel_transposed_s AS parallel_t, NULL AS half_t, '=' || speedup_transposed || mark_t AS speedup_t
    FROM published
    UNION ALL
    SELECT 2, row_number() OVER (ORDER BY n DESC, threads, id), 'measured', n, threads, serial_s || coalesce(marks_s, ''),
           kernel_s || marks, half_s, serial_s / kernel_s, serial_t_s || marks_st, kernel_t_s || marks_t, half_t_s,
           serial_t_s / kernel_t_s
    FROM measured
    UNION ALL
    SELECT 3, line, 'ratio', n, threads, p.serial_s / m.serial_s, p.parallel_s / m.kernel_s, NULL,
           p.speedup * m.kernel_s / m.serial_s, p.serial_transposed_s / m.serial_t_s,
           p.parallel_transposed_s / m.kernel_t_s, NULL, p.speedup_transposed * m.kernel_t_s / m.serial_t_s
    FROM published p
    JOIN measured m USING (n, threads)
)
SELECT block, n, threads, serial AS "serial (s)", parallel AS "parallel (s)", half AS "±", speedup,
       serial_t AS "serial transposed (s)", parallel_t AS "parallel transposed (s)", half_t AS "±",
       speedup_t AS "speedup transposed"
FROM line
ORDER BY part, line;
