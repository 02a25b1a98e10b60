-- title: Report O, part 1: matrix multiply, int32, over OpenMP threads.
-- baseline: the serial code of the same half of the table on one thread: cpu/naive, cpu/transposed.
-- note: The ratio is published over measured, for thread counts that both have and where the sizes agree.
WITH measured AS (
    SELECT p.id, p.n, p.threads, o.kernel_s AS serial_s, (o.kernel_high_s - o.kernel_low_s) / 2 AS serial_half, o.marks AS marks_s,
           p.kernel_s, p.kernel_half_ms / 1e3 AS half_s, p.marks, r.value AS speedup, r.half AS speedup_half,
           s.kernel_s AS serial_t_s, (s.kernel_high_s - s.kernel_low_s) / 2 AS serial_t_half, s.marks AS marks_st,
           t.kernel_s AS kernel_t_s, t.kernel_half_ms / 1e3 AS half_t_s, t.marks AS marks_t,
           rt.value AS speedup_t, rt.half AS speedup_t_half
    FROM chosen p
    LEFT JOIN single o ON o.work = p.work AND o.variant = 'cpu/naive' AND o.place_of_variant = 1
    LEFT JOIN single s ON s.work = p.work AND s.variant = 'cpu/transposed' AND s.place_of_variant = 1
    LEFT JOIN chosen t ON t.work = p.work AND t.experiment = p.experiment AND t.variant = 'cpu/openmp_transposed'
        AND t.threads = p.threads
    LEFT JOIN ratio r ON r.above = o.id AND r.below = p.id AND r.clock = 'kernel'
    LEFT JOIN ratio rt ON rt.above = s.id AND rt.below = t.id AND rt.clock = 'kernel'
    WHERE p.experiment = 'openmp-threads' AND p.variant = 'cpu/openmp' AND p.type = 'int32'
),
published AS (
    SELECT p.rowid AS line, 2048 AS n, cast(p.threads AS integer) AS threads, p.*, a.mark, t.mark AS mark_t
    FROM published_matmul_openmp p
    LEFT JOIN audit a ON a.source = 'matmul_openmp' AND a.cell = 'speedup' AND a.row = p.threads
    LEFT JOIN audit t ON t.source = 'matmul_openmp' AND t.cell = 'speedup_transposed' AND t.row = p.threads
),
line AS (
    SELECT 1 AS part, line, 'published' AS block, n, threads, '=' || serial_s AS serial, NULL AS serial_half, '=' || parallel_s AS parallel,
           NULL AS half, '=' || speedup || mark AS speedup, NULL AS speedup_half, '=' || serial_transposed_s AS serial_t,
           NULL AS serial_t_half, '=' || parallel_transposed_s AS parallel_t, NULL AS half_t,
           '=' || speedup_transposed || mark_t AS speedup_t, NULL AS speedup_t_half
    FROM published
    UNION ALL
    SELECT 2, row_number() OVER (ORDER BY n DESC, threads, id), 'measured', n, threads, serial_s || coalesce(marks_s, ''),
           serial_half, kernel_s || marks, half_s, speedup, speedup_half, serial_t_s || marks_st, serial_t_half,
           kernel_t_s || marks_t, half_t_s, speedup_t, speedup_t_half
    FROM measured
    UNION ALL
    SELECT 3, line, 'ratio', n, threads, p.serial_s / m.serial_s, p.serial_s / m.serial_s / m.serial_s * m.serial_half,
           p.parallel_s / m.kernel_s, p.parallel_s / m.kernel_s / m.kernel_s * m.half_s,
           p.speedup / m.speedup, p.speedup / m.speedup / m.speedup * m.speedup_half,
           p.serial_transposed_s / m.serial_t_s, p.serial_transposed_s / m.serial_t_s / m.serial_t_s * m.serial_t_half,
           p.parallel_transposed_s / m.kernel_t_s, p.parallel_transposed_s / m.kernel_t_s / m.kernel_t_s * m.half_t_s,
           p.speedup_transposed / m.speedup_t, p.speedup_transposed / m.speedup_t / m.speedup_t * m.speedup_t_half
    FROM published p
    JOIN measured m USING (n, threads)
)
SELECT block, n, threads, serial AS "serial (s)", serial_half AS "±", parallel AS "parallel (s)", half AS "±", speedup,
       speedup_half AS "±", serial_t AS "serial transposed (s)", serial_t_half AS "±", parallel_t AS "parallel transposed (s)",
       half_t AS "±", speedup_t AS "speedup transposed", speedup_t_half AS "±"
FROM line
ORDER BY part, line;
