-- title: The choice of the baseline moves the headline: every GPU figure against four CPU baselines.
-- baseline: named in each heading, for the same work on the same machine; cpu/unoptimized is an unoptimized baseline that flatters.
-- note: Times are those of one product, transpose or closure. Kernel: the computing alone. End to end: with the copies to and from
--   the GPU, shared among the iterations of a sample. For each variant of an experiment its fastest point; without
--   those whose work no CPU did.
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY experiment, workload, type, n, variant, on_host ORDER BY total_s, id) AS place
    FROM gpu_baselines
)
SELECT experiment, workload || ' ' || type AS work, n, variant || on_host AS variant, coalesce(block, tile) AS "block or tile", transfer, iterations,
       (kernel_s * 1e3) || marks AS "kernel (ms)",
       unoptimized_s / kernel_s AS "kernel: over cpu/unoptimized (unoptimized baseline)",
       naive_s / kernel_s AS "kernel: over cpu/naive",
       single_s / kernel_s AS "kernel: over the best thread", best_s / kernel_s AS "kernel: over the best CPU",
       unoptimized_s / total_s AS "end to end: over cpu/unoptimized (unoptimized baseline)",
       naive_s / total_s AS "end to end: over cpu/naive",
       single_s / total_s AS "end to end: over the best thread", best_s / total_s AS "end to end: over the best CPU",
       best_cpu AS "the best CPU"
FROM ranked
WHERE place = 1
ORDER BY experiment, n, kernel_s DESC, id;
