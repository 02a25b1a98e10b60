-- title: Report O, part 1: matrix multiply, int32, over OpenMP threads.
-- baseline: the serial code of the same half of the table on one thread: cpu/naive, cpu/transposed.
-- note: Published and measured rows match in size and thread count; the ratio is published over measured.
WITH seen AS ( -- of this machine, or else of the reference
    SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY variant, n, threads ORDER BY origin, id) AS choice FROM openmp) WHERE choice = 1
),
line AS (SELECT variant, n, threads FROM published_products UNION SELECT variant, n, threads FROM seen)
SELECT iif(variant = 'cpu/openmp', 'plain', 'transposed') AS B, n, threads, p.serial_s AS "csv: serial (s): published",
       m.serial_s AS "csv: serial (s): measured", serial_half AS "±", serial_marks AS "^", p.parallel_s AS "parallel (s): published",
       kernel_s AS "parallel (s): measured", kernel_half_ms / 1e3 AS "±", marks AS "^", p.speedup AS "speedup: published", a.mark AS "^",
       m.speedup AS "speedup: measured", half AS "±", apart, p.speedup / m.speedup AS "speedup: ratio", p.speedup / m.speedup / m.speedup * half AS "±",
       id AS point, origin = 'here' AND (p.rowid IS NOT NULL OR n = largest_n) AS shown
FROM line
LEFT JOIN published_products p USING (variant, n, threads)
LEFT JOIN seen m USING (variant, n, threads)
LEFT JOIN audit a ON a.source = 'matmul_openmp' AND a.line = p.rowid
ORDER BY variant, n DESC, threads;
