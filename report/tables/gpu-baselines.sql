-- title: The choice of the baseline moves the headline: every GPU figure against four CPU baselines, computing alone.
-- baseline: named in each heading, for the same work on the same machine; cpu/unoptimized is an unoptimized baseline that flatters.
-- note: Times are those of one product, transpose or closure. For each variant of an experiment its fastest point with an
--   interval, or where none has one its fastest, marked; without those whose work no CPU did. A best one without an interval is none.
--   ×100: that many in a row.
SELECT experiment, workload || ' ' || type || iif(iterations > 1, ' ×' || iterations, '') AS work, n, variant || on_host AS variant, coalesce(block, tile) AS "block or tile", transfer, iterations AS "csv: iterations",
       (kernel_s * 1e3) || marks AS "kernel (ms)", kernel_half_s * 1e3 AS "±",
       over_unoptimized AS "over cpu/unoptimized (unoptimized baseline)", over_unoptimized_half AS "±",
       over_naive AS "over cpu/naive", over_naive_half AS "±", over_thread AS "over the best thread", over_thread_half AS "±",
       over_best AS "over the best CPU", over_best_half AS "±", best_cpu AS "the best CPU", id AS point
FROM gpu_over_cpu
WHERE clock = 'kernel'
ORDER BY experiment, n, kernel_s DESC, id;
