-- title: The choice of the baseline moves the headline: every GPU figure against four CPU baselines, computing alone.
-- baseline: named in each heading, for the same work on the same machine; cpu/unoptimized is an unoptimized baseline that flatters.
-- note: Times are those of one product, transpose or closure. For each variant of an experiment its fastest point with an
--   interval, or where none has one its fastest, marked; without those whose work no CPU did. The best are chosen of points
--   with an interval alone.
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY experiment, workload, type, n, variant, on_host
                                 ORDER BY NOT is_result, total_s, id) AS place
    FROM gpu_baselines
)
SELECT experiment, workload || ' ' || type AS work, n, variant || on_host AS variant, coalesce(block, tile) AS "block or tile", transfer, iterations,
       (kernel_s * 1e3) || marks AS "kernel (ms)", kernel_half_s * 1e3 AS "±",
       u.value AS "over cpu/unoptimized (unoptimized baseline)", u.half AS "±", v.value AS "over cpu/naive", v.half AS "±",
       s.value AS "over the best thread", s.half AS "±", b.value AS "over the best CPU", b.half AS "±", best_cpu AS "the best CPU",
       error_units AS "error (u√n)", NULL AS "≈", precision_class AS precision
FROM ranked g
LEFT JOIN unit_ratio u ON u.above = unoptimized_id AND u.below = g.id AND u.clock = 'kernel'
LEFT JOIN unit_ratio v ON v.above = naive_id AND v.below = g.id AND v.clock = 'kernel'
LEFT JOIN unit_ratio s ON s.above = single_id AND s.below = g.id AND s.clock = 'kernel'
LEFT JOIN unit_ratio b ON b.above = best_id AND b.below = g.id AND b.clock = 'kernel'
WHERE place = 1
ORDER BY experiment, n, kernel_s DESC, id;
