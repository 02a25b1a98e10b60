-- title: Report R: work per thread: a tile × tile block from global memory, int32.
-- baseline: none; the ratio is the published mean over the measured time, its interval that of the measured side.
-- note: Published: size and GPU not stated, measured with n 1024. Tile 1 was published twice; the runs of the first time are the row
--   "1, alone".
WITH line AS (
    SELECT 0 AS line, 0 AS id, '1, alone' AS tile, run1_ms, run2_ms, run3_ms, run4_ms, run5_ms,
           (run1_ms + run2_ms + run3_ms + run4_ms + run5_ms) / 5 AS mean, NULL AS n, NULL AS time, NULL AS half, NULL AS rounds,
           NULL AS ratio, NULL AS ratio_half
    FROM published_thread_1x1
    UNION ALL
    SELECT line, coalesce(id, 0), x, run1_ms, run2_ms, run3_ms, run4_ms, run5_ms, mean_ms || mark, n,
           coalesce(kernel_ms || marks, 'not measured here'), kernel_half_ms, rounds, over_published, over_published_half
    FROM sweep WHERE experiment = 'thread-tile'
)
SELECT tile, run1_ms AS "published: run 1 (ms)", run2_ms AS "published: run 2",
       run3_ms AS "published: run 3", run4_ms AS "published: run 4", run5_ms AS "published: run 5",
       mean AS "published: mean", n AS "measured: n", time AS "measured: time (ms)", half AS "±",
       rounds AS "measured: rounds", ratio, ratio_half AS "±", nullif(id, 0) AS point
FROM line
ORDER BY line, id;
