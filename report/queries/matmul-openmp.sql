-- title: Report O, part 1: matrix multiply, int32, over OpenMP threads.
-- baseline: the serial code of the same half of the table on one thread: cpu/naive, cpu/transposed.
-- note: Published and measured rows match in size and thread count; the ratio is published over measured.
WITH printed AS (
    SELECT 'plain' AS operand, rowid AS line, 2048 AS n, threads + 0 AS threads, serial_s, parallel_s, speedup, 'speedup' AS cell
    FROM published_matmul_openmp
    UNION ALL
    SELECT 'transposed', rowid, 2048, threads + 0, serial_transposed_s, parallel_transposed_s, speedup_transposed, 'speedup_transposed'
    FROM published_matmul_openmp
),
seen AS ( -- of this machine, or else of the reference
    SELECT *, iif(variant = 'cpu/openmp', 'plain', 'transposed') AS operand, origin = 'here' AND n = largest_n AS own,
           row_number() OVER (PARTITION BY variant, n, threads ORDER BY origin, id) AS choice
    FROM openmp
),
line AS (SELECT operand, n, threads FROM printed UNION SELECT operand, n, threads FROM seen)
SELECT l.operand AS B, l.n, l.threads, p.serial_s AS "csv: serial (s): published", m.serial_s AS "csv: serial (s): measured", serial_half AS "±",
       serial_marks AS "^", p.parallel_s AS "parallel (s): published", kernel_s AS "parallel (s): measured", kernel_half_ms / 1e3 AS "±",
       marks AS "^", p.speedup AS "speedup: published", a.mark AS "^", m.speedup AS "speedup: measured", half AS "±",
       p.speedup / m.speedup AS "speedup: ratio", p.speedup / m.speedup / m.speedup * half AS "±", id AS point, p.line IS NOT NULL OR own AS shown
FROM line l
LEFT JOIN printed p USING (operand, n, threads)
LEFT JOIN seen m ON m.operand = l.operand AND m.n = l.n AND m.threads = l.threads AND choice = 1
LEFT JOIN audit a ON a.source = 'matmul_openmp' AND a.cell = p.cell AND a.row = l.threads || ''
ORDER BY l.operand, l.n DESC, l.threads, id;
