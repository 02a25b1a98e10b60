-- title: Report T: the transpose ladder, 2048 × 2048 int32, 100 iterations, copies to and from the GPU included.
-- baseline: the rung above for the step speedup; cpu/naive on one thread for the other.
-- note: Published: GeForce GTX 770M, host clock. Bandwidth counts one read and one write of each element, in units of
--   2³⁰ bytes. The ratio is published over measured time, if size and iterations agree.
WITH bandwidth AS (
    SELECT l.*, amount / 1073741824 / time_ms * 1e3 AS gbs, b.mark AS mark_gbs, s.mark AS mark_step,
           t.mark AS mark_cpu
    FROM ladder l
    LEFT JOIN audit b ON b.source = 'transpose_cuda' AND b.cell = 'bandwidth_gbs' AND b.row = l.printed
    LEFT JOIN audit s ON s.source = 'transpose_cuda' AND s.cell = 'step_speedup' AND s.row = l.printed
    LEFT JOIN audit t ON t.source = 'transpose_cuda' AND t.cell = 'speedup_vs_cpu' AND t.row = l.printed
    WHERE report = 'T'
),
line AS (
    SELECT place, 0 AS id, printed AS rung, variant, published_text AS published,
           published_gbs || mark_gbs AS published_gbs, nullif(published_step, '') || mark_step AS published_step,
           nullif(published_speedup, '') || mark_cpu AS published_speedup,
           coalesce(time_ms || marks, 'not measured here') AS time, half_ms, gbs,
           gbs / time_ms * half_ms AS gbs_half, step, step_half, iif(place > 1, speedup, NULL) AS speedup, speedup_half,
           iif(n = 2048 AND iterations = 100, over_published, NULL) AS ratio, over_published_half AS ratio_half, id AS point
    FROM bandwidth
    UNION ALL
    SELECT 100, id, 'cpu, here', variant || on_host, NULL, NULL, NULL, NULL, total_ms || marks, total_half_ms,
           amount / 1073741824 / total_ms * 1e3, amount / 1073741824 / total_ms * 1e3 / total_ms * total_half_ms, NULL, NULL, NULL, NULL,
           iif(n = 2048 AND iterations = 100, time_ms / total_ms, NULL), time_ms / total_ms / total_ms * total_half_ms, id
    FROM compared
    JOIN (SELECT time_ms FROM published_transpose_cuda WHERE variant = 'cpu')
    WHERE experiment = 'transpose-ladder' AND variant = 'cpu/naive' AND origin = 'here' AND iterations > 1
      AND (SELECT origin FROM shown WHERE experiment = 'transpose-ladder') = 'reference'
)
SELECT rung, variant, published AS "published: time (ms)", published_gbs AS "published: GiB/s",
       published_step AS "published: step", published_speedup AS "published: over CPU", time AS "measured: time (ms)",
       half_ms AS "±", gbs AS "measured: GiB/s", gbs_half AS "±", step AS "measured: step", step_half AS "±",
       speedup AS "measured: over CPU", speedup_half AS "±", ratio, ratio_half AS "±", point
FROM line
ORDER BY place, id;
