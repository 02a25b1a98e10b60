-- title: The choice of the baseline moves the headline: every GPU figure against four CPU baselines.
-- baseline: named in each heading, for the same work on the same machine; cpu/unoptimized is an unoptimized baseline that flatters.
-- note: Times are those of one product, transpose or closure. Kernel: the computing alone. End to end: with the copies to and from
--   the GPU, shared among the iterations of a sample. For each variant of an experiment its fastest point with an interval, or where none
--   has one its fastest, marked; without those whose work no CPU did. The best are chosen of points with an interval alone.
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY experiment, workload, type, n, variant, on_host
                                 ORDER BY NOT is_result, total_s, id) AS place
    FROM gpu_baselines
)
SELECT experiment, workload || ' ' || type AS work, n, variant || on_host AS variant, coalesce(block, tile) AS "block or tile", transfer, iterations,
       (kernel_s * 1e3) || marks AS "kernel (ms)", kernel_half_s * 1e3 AS "±",
       ku.value AS "kernel: over cpu/unoptimized (unoptimized baseline)", ku.half AS "±",
       kn.value AS "kernel: over cpu/naive", kn.half AS "±",
       ks.value AS "kernel: over the best thread", ks.half AS "±", kb.value AS "kernel: over the best CPU", kb.half AS "±",
       tu.value AS "end to end: over cpu/unoptimized (unoptimized baseline)", tu.half AS "±",
       tn.value AS "end to end: over cpu/naive", tn.half AS "±",
       ts.value AS "end to end: over the best thread", ts.half AS "±", tb.value AS "end to end: over the best CPU", tb.half AS "±",
       best_cpu AS "the best CPU", error_units AS "error (u√n)", NULL AS "≈", precision_class AS precision
FROM ranked g
LEFT JOIN unit_ratio ku ON ku.above = unoptimized_id AND ku.below = g.id AND ku.clock = 'kernel'
LEFT JOIN unit_ratio kn ON kn.above = naive_id AND kn.below = g.id AND kn.clock = 'kernel'
LEFT JOIN unit_ratio ks ON ks.above = single_id AND ks.below = g.id AND ks.clock = 'kernel'
LEFT JOIN unit_ratio kb ON kb.above = best_id AND kb.below = g.id AND kb.clock = 'kernel'
LEFT JOIN unit_ratio tu ON tu.above = unoptimized_id AND tu.below = g.id AND tu.clock = 'total'
LEFT JOIN unit_ratio tn ON tn.above = naive_id AND tn.below = g.id AND tn.clock = 'total'
LEFT JOIN unit_ratio ts ON ts.above = single_id AND ts.below = g.id AND ts.clock = 'total'
LEFT JOIN unit_ratio tb ON tb.above = best_id AND tb.below = g.id AND tb.clock = 'total'
WHERE place = 1
ORDER BY experiment, n, kernel_s DESC, id;
