-- title: Report O, part 2: matrix multiply on the GPU, 1024 × 1024 float32, computing alone.
-- baseline: cpu/naive on one thread, the serial code; end to end includes the copies to and from the GPU.
-- note: Published: GeForce RTX 2080 Ti and Xeon Gold 6154; the build of its serial program is not stated. The ratio is
--   published over measured time.
WITH line AS (
    SELECT l.place, 0 AS id, l.printed AS rung, l.variant, l.published_text AS published,
           nullif(l.published_speedup, '') || a.mark AS published_speedup, l.n,
           coalesce(l.time_ms || l.marks, 'not measured here') AS time, l.half_ms,
           iif(l.place > 1, l.speedup, NULL) AS speedup, l.speedup_half, l.total_ms, l.total_half_ms,
           iif(l.n = 1024, l.over_published, NULL) AS ratio, l.over_published_half AS ratio_half, l.error_units, l.precision_class, l.id AS point
    FROM ladder l
    LEFT JOIN audit a ON a.source = 'matmul_cuda' AND a.cell = 'speedup' AND a.row = l.printed
    WHERE l.report = 'O'
    UNION ALL
    SELECT 100, id, 'serial, here', variant || on_host, NULL, NULL, n, kernel_ms || marks, kernel_half_ms, NULL, NULL, total_ms,
           total_half_ms, iif(n = 1024, time_ms / kernel_ms, NULL), time_ms / kernel_ms / kernel_ms * kernel_half_ms, error_units,
           precision_class, id
    FROM compared
    JOIN (SELECT time_ms FROM published_matmul_cuda WHERE variant = 'serial')
    WHERE experiment = 'cuda-matmul' AND variant = 'cpu/naive' AND origin = 'here'
      AND (SELECT origin FROM shown WHERE experiment = 'cuda-matmul') = 'reference'
)
SELECT rung, variant, published AS "published: time (ms)", published_speedup AS "published: speedup", n AS "measured: n",
       time AS "measured: time (ms)", half_ms AS "±", speedup AS "measured: speedup", speedup_half AS "±",
       total_ms AS "measured: end to end (ms)", total_half_ms AS "±", ratio, ratio_half AS "±",
       error_units AS "measured: error (u√n)", NULL AS "≈", precision_class AS "measured: precision", point
FROM line
ORDER BY place, id;
