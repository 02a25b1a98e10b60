-- title: Report R: work per thread: a tile × tile block from global memory, int32.
-- baseline: none; the ratio is the published mean over the measured time, its interval that of the measured side.
-- note: Published: size and GPU not stated, measured with n 1024. Tile 1 was published twice; the runs of the first time are the row "1, alone".
SELECT coalesce(x, '1, alone') AS tile, run1_ms AS "csv: published: run 1 (ms)", run2_ms AS "csv: published: run 2",
       run3_ms AS "csv: published: run 3", run4_ms AS "csv: published: run 4", run5_ms AS "csv: published: run 5",
       iif(x, mean_ms, (run1_ms + run2_ms + run3_ms + run4_ms + run5_ms) / 5) AS "published: mean", n AS "measured: n",
       kernel_ms AS "measured: time (ms)", kernel_half_ms AS "±", marks AS "^", rounds AS "csv: measured: rounds",
       over_published AS ratio, over_published_half AS "±", id AS point
FROM sweep WHERE experiment IN ('thread-tile', 'thread-1x1')
ORDER BY experiment, x, id;
