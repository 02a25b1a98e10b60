-- title: The same end to end: with the copies to and from the GPU.
-- baseline: named in each heading, for the same work on the same machine; cpu/unoptimized, compiled without optimization, inflates speedups.
-- note: Times are per product, transpose or closure; the copies are divided among the iterations of a sample. Shown is the fastest point of each
--   variant of an experiment, with an interval if one has it, otherwise marked; only work that a CPU also did. A best CPU needs an
--   interval. ×100: that many in a row.
SELECT experiment, workload || ' ' || type || iif(iterations > 1, ' ×' || iterations, '') AS work, n, variant || on_host AS variant, coalesce(block, tile) AS "block or tile", transfer, iterations AS "csv: iterations",
       (total_s * 1e3) || marks AS "end to end (ms)", total_half_s * 1e3 AS "±",
       over_unoptimized AS "over cpu/unoptimized (unoptimized baseline)", over_unoptimized_half AS "±",
       over_naive AS "over cpu/naive", over_naive_half AS "±", over_thread AS "over the best thread", over_thread_half AS "±",
       over_best AS "over the best CPU", over_best_half AS "±", best_cpu AS "the best CPU", id AS point
FROM gpu_over_cpu
WHERE clock = 'total'
ORDER BY experiment, n, kernel_s DESC, id;
