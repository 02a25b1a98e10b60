-- title: Report O, part 2: matrix multiply on the GPU, 1024 × 1024 float32, computing alone.
-- baseline: cpu/naive on one thread, the serial code; end to end includes the copies to and from the GPU.
-- note: Published: GeForce RTX 2080 Ti and Xeon Gold 6154; its serial time is that of an unoptimized build. The ratio is
--   published over measured time.
SELECT l.printed AS rung, l.variant, '=' || l.published_text AS "published: time (ms)",
       '=' || nullif(l.published_speedup, '') || a.mark AS "published: speedup", l.n AS "measured: n",
       coalesce(l.time_ms || l.marks, 'not measured here') AS "measured: time (ms)", l.half_ms AS "±",
       iif(l.place > 1, l.speedup, NULL) AS "measured: speedup", l.total_ms AS "measured: end to end (ms)",
       iif(l.n = 1024, l.published_ms / l.time_ms, NULL) AS ratio
FROM ladder l
LEFT JOIN audit a ON a.source = 'matmul_cuda' AND a.cell = 'speedup' AND a.row = l.printed
WHERE l.report = 'O'
UNION ALL
SELECT 'serial, here', variant, NULL, NULL, n, kernel_ms || marks, kernel_half_ms, NULL, total_ms,
       iif(n = 1024, (SELECT time_ms FROM published_matmul_cuda WHERE variant = 'serial') / kernel_ms, NULL)
FROM compared
WHERE experiment = 'cuda-matmul' AND variant = 'cpu/naive' AND origin = 'here'
  AND (SELECT origin FROM shown WHERE experiment = 'cuda-matmul') = 'reference';
