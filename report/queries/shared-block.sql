-- title: Report R: matrix multiply through shared memory over the side of the thread block, int32.
-- baseline: none; the ratio is the published mean over the measured time, its interval that of the measured side.
-- note: Published: size and GPU not stated, measured with n 1024.
SELECT x AS block, run1_ms AS "csv: published: run 1 (ms)", run2_ms AS "csv: published: run 2", run3_ms AS "csv: published: run 3",
       run4_ms AS "csv: published: run 4", run5_ms AS "csv: published: run 5", mean_ms AS "published: mean", n AS "measured: n",
       kernel_ms AS "measured: time (ms)", kernel_half_ms AS "±", marks AS "^", rounds AS "csv: measured: rounds",
       over_published AS ratio, over_published_half AS "±", id AS point
FROM sweep WHERE experiment = 'shared-block'
ORDER BY experiment, x, id;
