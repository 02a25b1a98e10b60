-- title: The choice of the baseline moves the headline: every GPU figure against four CPU baselines.
-- baseline: named in each heading, for the same work on the same machine; cpu/unoptimized is an unoptimized baseline that flatters.
-- note: Kernel: the computing alone. End to end: with the copies to and from the GPU. For each variant of an experiment its
--   fastest point.
WITH unit AS (
    SELECT experiment, machine, workload, type, n, variant, block, tile, transfer, marks,
           kernel_s / matrices / iterations AS kernel_s,
           total_s / matrices / iterations AS total_s
    FROM compared WHERE kind = 'gpu'
),
fastest AS (
    SELECT *, min(total_s) AS least FROM unit GROUP BY experiment, workload, type, n, variant
)
SELECT experiment, workload || ' ' || type AS work, f.n, variant, coalesce(block, tile) AS "block or tile",
       (kernel_s * 1e3) || marks AS "kernel (ms)",
       unoptimized_s / kernel_s AS "kernel: over cpu/unoptimized (unoptimized baseline)",
       naive_s / kernel_s AS "kernel: over cpu/naive",
       single_s / kernel_s AS "kernel: over the best thread", best_s / kernel_s AS "kernel: over the best CPU",
       unoptimized_s / total_s AS "end to end: over cpu/unoptimized (unoptimized baseline)",
       naive_s / total_s AS "end to end: over cpu/naive",
       single_s / total_s AS "end to end: over the best thread", best_s / total_s AS "end to end: over the best CPU"
FROM fastest f
LEFT JOIN cpu_unit USING (machine, workload, type, n)
ORDER BY experiment, n, kernel_s DESC;
