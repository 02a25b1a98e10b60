-- title: Report O, part 1: matrix multiply, int32, over OpenMP threads.
-- baseline: the serial code of the same half of the table on one thread: cpu/naive, cpu/transposed.
-- note: Published and measured rows match in size and thread count; the ratio is published over measured.
WITH printed AS (
    SELECT 'plain' AS operand, rowid AS line, 2048 AS n, threads + 0 AS threads, serial_s, parallel_s, speedup,
           'speedup' AS cell FROM published_matmul_openmp
    UNION ALL
    SELECT 'transposed', rowid, 2048, threads + 0, serial_transposed_s, parallel_transposed_s, speedup_transposed, 'speedup_transposed'
    FROM published_matmul_openmp
),
seen AS ( -- of this machine, or else of the reference
    SELECT iif(p.variant = 'cpu/openmp', 'plain', 'transposed') AS operand, p.id, p.n, p.threads, s.kernel_s AS serial, s.id AS serial_id,
           (s.kernel_high_s - s.kernel_low_s) / 2 AS serial_half, s.marks AS serial_marks, p.kernel_s AS parallel, p.kernel_half_ms / 1e3 AS half,
           p.marks, r.value AS speedup, r.half AS speedup_half, row_number() OVER (PARTITION BY p.variant, p.n, p.threads ORDER BY p.origin,
           p.id) AS choice, p.origin = 'here' AND p.n = max(p.n) OVER (PARTITION BY p.origin) AS own
    FROM compared p
    LEFT JOIN single s ON s.work = p.work AND s.variant = iif(p.variant = 'cpu/openmp', 'cpu/naive', 'cpu/transposed') AND s.place_of_variant = 1
    LEFT JOIN ratio r ON r.above = s.id AND r.below = p.id AND r.clock = 'kernel'
    WHERE p.experiment = 'openmp-threads' AND p.variant IN ('cpu/openmp', 'cpu/openmp_transposed') AND p.type = 'int32'
),
line AS (SELECT operand, n, threads FROM printed UNION SELECT operand, n, threads FROM seen)
SELECT line.operand AS B, line.n, line.threads, p.serial_s AS "csv: serial (s): published", serial AS "csv: serial (s): measured", serial_half AS "±",
       serial_marks AS "^", p.parallel_s AS "parallel (s): published", parallel AS "parallel (s): measured", half AS "±", marks AS "^",
       p.speedup AS "speedup: published", a.mark AS "^", m.speedup AS "speedup: measured", speedup_half AS "±",
       p.speedup / m.speedup AS "speedup: ratio", p.speedup / m.speedup / m.speedup * speedup_half AS "±", m.id AS point,
       p.line IS NOT NULL OR own AS shown
FROM line
LEFT JOIN printed p USING (operand, n, threads)
LEFT JOIN seen m ON m.operand = line.operand AND m.n = line.n AND m.threads = line.threads AND choice = 1
LEFT JOIN audit a ON a.source = 'matmul_openmp' AND a.cell = p.cell AND a.row = line.threads || ''
ORDER BY line.operand, line.n DESC, line.threads, m.id;
