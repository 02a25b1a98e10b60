-- title: The ladder on one thread.
-- baseline: the rung that a variant builds on for the step speedup, cpu/naive and cpu/unoptimized for the last two; the latter, compiled
--   without optimization, inflates speedups.
WITH rung AS (
    SELECT s.*, v.after, v.idea
    FROM scaling s
    JOIN variants_here v USING (workload, variant)
    WHERE s.threads = 1 AND s.n = s.largest_n
)
SELECT r.workload, r.type, r.n, r.variant || r.on_host AS variant, r.after AS "builds on", r.kernel_ms AS "time (ms)",
       r.kernel_half_ms AS "±", r.marks AS "^", s.value AS "step speedup", s.half AS "±",
       r.over_naive AS "speedup over cpu/naive", r.over_naive_half AS "±",
       r.over_unoptimized AS "speedup over cpu/unoptimized (unoptimized baseline)", r.over_unoptimized_half AS "±",
       r.error_units AS "error (u√n)", NULL AS "≈", r.precision_class AS precision, r.idea, r.id AS point
FROM rung r
LEFT JOIN rung a ON a.work = r.work AND a.variant = r.after AND (a.block IS r.block OR a.block IS NULL)
LEFT JOIN ratio s ON s.above = a.id AND s.below = r.id AND s.clock = 'kernel'
WHERE r.variant NOT LIKE 'cpu/openmp%'
ORDER BY r.workload, r.type, r.kernel_s DESC, r.id, a.id;
