-- title: Report O, part 1: matrix multiply, int32, over OpenMP threads.
-- baseline: the serial code of the same half of the table on one thread: cpu/naive, cpu/transposed.
-- note: Published and measured rows match in size and thread count; the ratio is published over measured.
WITH measured AS (
    SELECT p.id, p.n, p.threads, o.kernel_s AS serial_s, (o.kernel_high_s - o.kernel_low_s) / 2 AS serial_half, o.marks AS marks_s, o.id AS serial_id, s.id AS serial_t_id, t.id AS id_t,
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
both AS ( -- the two halves of the report's table, plain and with B transposed
    SELECT 1 AS half_of, 'plain' AS operand, line, n, threads, serial_s, parallel_s, speedup, mark FROM published
    UNION ALL
    SELECT 2, 'transposed', line, n, threads, serial_transposed_s, parallel_transposed_s, speedup_transposed, mark_t FROM published
),
seen AS (
    SELECT 1 AS half_of, 'plain' AS operand, id, n, threads, serial_s || coalesce(marks_s, '') AS serial, serial_half,
           kernel_s || marks AS parallel, half_s, speedup, speedup_half
    FROM measured
    UNION ALL
    SELECT 2, 'transposed', id, n, threads, serial_t_s || marks_st, serial_t_half, kernel_t_s || marks_t, half_t_s, speedup_t, speedup_t_half
    FROM measured
),
line AS ( -- published thread counts, then other sizes and counts
    SELECT p.half_of, p.operand, 1 AS part, p.line, p.n, p.threads, m.id FROM both p LEFT JOIN seen m USING (half_of, n, threads)
    UNION ALL
    SELECT half_of, operand, 2, row_number() OVER (ORDER BY n DESC, threads, id), n, threads, id FROM seen m
    WHERE NOT EXISTS (SELECT 1 FROM published p WHERE p.n = m.n AND p.threads = m.threads)
)
SELECT l.operand AS B, l.n, l.threads, p.serial_s AS "serial (s): published", m.serial AS "serial (s): measured", m.serial_half AS "±",
       p.parallel_s AS "parallel (s): published", m.parallel AS "parallel (s): measured", m.half_s AS "±",
       p.speedup || p.mark AS "speedup: published", m.speedup AS "speedup: measured", m.speedup_half AS "±",
       p.speedup / m.speedup AS "speedup: ratio", p.speedup / m.speedup / m.speedup * m.speedup_half AS "±", l.id AS point
FROM line l
LEFT JOIN both p ON p.half_of = l.half_of AND p.line = l.line AND l.part = 1
LEFT JOIN seen m ON m.half_of = l.half_of AND m.id = l.id
ORDER BY l.half_of, l.part, l.line, l.id;
