-- title: The choice of the baseline: every GPU figure against four CPU baselines, computing alone.
-- baseline: named in each heading, for the same work on the same machine; cpu/unoptimized, compiled without optimization, inflates speedups.
-- note: Times are per product, transpose or closure. Shown is the fastest point of each
--   variant of an experiment, with an interval if one has it, otherwise marked; only work that a CPU also did. A best CPU needs an
--   interval. ×100: that many in a row.
SELECT experiment, workload || ' ' || type || iif(iterations > 1, ' ×' || iterations, '') AS work, n, variant || on_host AS variant, coalesce(block, tile) AS "block or tile", transfer, iterations AS "csv: iterations",
       (kernel_s * 1e3) || marks AS "kernel (ms)", kernel_half_s * 1e3 AS "±",
       over_unoptimized AS "over cpu/unoptimized (unoptimized baseline)", over_unoptimized_half AS "±",
       over_naive AS "over cpu/naive", over_naive_half AS "±", over_thread AS "over the best thread", over_thread_half AS "±",
       over_best AS "over the best CPU", over_best_half AS "±", best_cpu AS "the best CPU", id AS point
FROM gpu_over_cpu
WHERE clock = 'kernel'
ORDER BY experiment, n, kernel_s DESC, id;
