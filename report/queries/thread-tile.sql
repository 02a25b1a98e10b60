-- title: Report R: work per thread: a tile × tile block from global memory, int32.
-- baseline: none; the ratio is the published mean over the measured time, its interval that of the measured side.
-- note: Published: size and GPU not stated, measured with n 1024. Tile 1 was published twice; the runs of the first time are the row "1, alone".
SELECT x AS tile, run1_ms AS "csv: published: run 1 (ms)", run2_ms AS "csv: published: run 2", run3_ms AS "csv: published: run 3",
       run4_ms AS "csv: published: run 4", run5_ms AS "csv: published: run 5", mean_ms AS "published: mean", mark AS "^", n AS "measured: n",
       kernel_ms AS "measured: time (ms)", kernel_half_ms AS "±", marks AS "^", rounds AS "csv: measured: rounds",
       over_published AS ratio, over_published_half AS "±", id AS point
FROM (SELECT line, x, run1_ms, run2_ms, run3_ms, run4_ms, run5_ms, mean_ms, mark, n, kernel_ms, kernel_half_ms, marks, rounds, over_published,
             over_published_half, id
      FROM sweep WHERE experiment = 'thread-tile'
      UNION ALL
      SELECT 0, '1, alone', *, (run1_ms + run2_ms + run3_ms + run4_ms + run5_ms) / 5, '', NULL, NULL, NULL, '', NULL, NULL, NULL, NULL
      FROM published_thread_1x1)
ORDER BY line, id;
