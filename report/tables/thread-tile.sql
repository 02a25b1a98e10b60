-- title: Report R: how much work for one thread: a tile × tile patch from global memory, int32.
-- baseline: none; the ratio is the published mean over the measured median.
-- note: Published: size and GPU not stated, measured with n 1024. Tile 1 was published twice; the runs of the first time are the row
--   "1, alone".
SELECT '1, alone' AS tile, '=' || run1_ms AS "published: run 1 (ms)", '=' || run2_ms AS "published: run 2", '='
       || run3_ms AS "published: run 3",
       '=' || run4_ms AS "published: run 4", '=' || run5_ms AS "published: run 5",
       (run1_ms + run2_ms + run3_ms + run4_ms + run5_ms) / 5 AS "published: mean",
       NULL AS "measured: n", NULL AS "measured: time (ms)", NULL AS "±", NULL AS "measured: samples", NULL AS ratio
FROM published_thread_1x1
UNION ALL
SELECT x, '=' || run1_ms, '=' || run2_ms, '=' || run3_ms, '=' || run4_ms, '=' || run5_ms, '=' || mean_ms || mark,
       n, coalesce(kernel_ms || marks, 'not measured here'), kernel_half_ms, samples, mean_ms / kernel_ms
FROM sweep WHERE experiment = 'thread-tile';
