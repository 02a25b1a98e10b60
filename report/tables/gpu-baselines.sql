-- title: The choice of the baseline moves the headline: every GPU figure against four CPU baselines, computing alone.
-- baseline: named in each heading, for the same work on the same machine; cpu/unoptimized is an unoptimized baseline that flatters.
-- note: Times are those of one product, transpose or closure. For each variant of an experiment its fastest point with an
--   interval, or where none has one its fastest, marked; without those whose work no CPU did. The best are chosen of points
--   with an interval alone.
SELECT experiment, workload || ' ' || type AS work, n, variant || on_host AS variant, coalesce(block, tile) AS "block or tile", transfer, iterations,
       (kernel_s * 1e3) || marks AS "kernel (ms)", kernel_half_s * 1e3 AS "±",
       over_unoptimized AS "over cpu/unoptimized (unoptimized baseline)", over_unoptimized_half AS "±",
       over_naive AS "over cpu/naive", over_naive_half AS "±", over_thread AS "over the best thread", over_thread_half AS "±",
       over_best AS "over the best CPU", over_best_half AS "±", best_cpu AS "the best CPU",
       error_units AS "error (u√n)", NULL AS "≈", precision_class AS precision, id AS point
FROM gpu_over_cpu
WHERE clock = 'kernel'
ORDER BY experiment, n, kernel_s DESC, id;
