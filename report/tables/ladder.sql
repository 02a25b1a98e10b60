-- title: The ladder on one thread.
-- baseline: the step speedup is against the rung that a variant builds on, the last two against cpu/naive
--   and against cpu/unoptimized, an unoptimized baseline that flatters.
WITH rung AS (
    SELECT s.*, v.after, v.idea
    FROM scaling s
    JOIN variants v USING (workload, variant)
    WHERE s.threads = 1 AND s.n = s.largest_n
)
SELECT r.workload, r.type, r.n, r.variant || r.on_host AS variant, r.after AS "builds on", r.kernel_ms || r.marks AS "time (ms)",
       r.kernel_half_ms AS "±", a.kernel_s / r.kernel_s AS "step speedup", r.over_naive AS "speedup over cpu/naive",
       r.over_unoptimized AS "speedup over cpu/unoptimized (unoptimized baseline)", r.idea
FROM rung r
LEFT JOIN rung a ON a.work = r.work AND a.variant = r.after AND (a.block IS r.block OR a.block IS NULL)
WHERE r.variant NOT LIKE 'cpu/openmp%'
ORDER BY r.workload, r.type, r.kernel_s DESC, r.id, a.id;
