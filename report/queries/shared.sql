-- title: Work shared by GPUs or processes.
-- baseline: one GPU, or one process of one GPU or thread, of the same code, for the same work.
-- empty: Nothing was measured on several GPUs or processes here; experiments/devices.sh and experiments/ranks.sh do.
-- note: Times are of computing and exchanging, with the inputs if the variant needs them (its file states it). Efficiency
--   without a speedup is of work that grows with them: the time on one over that on the most. Shares are of as many ceilings as there are
--   GPUs, or of one on as many threads. A copy from GPU to GPU moves its rate over twice their number each way.
WITH shared AS (
    SELECT *, coalesce(devices, ranks * coalesce(threads, 1)) AS workers FROM good WHERE origin = 'here' AND kind IN ('gpus', 'ranks', 'gpu ranks')
)
SELECT workload, type, n, variant || on_host AS variant, coalesce(devices, iif(kind = 'gpu ranks', ranks, NULL)) AS "GPUs", ranks AS processes, threads AS "threads each", kernel_s * 1e3 AS "time (ms)",
       (kernel_high_s - kernel_low_s) / 2 * 1e3 AS "±", own_efficiency * workers AS "speedup over one", own_efficiency_half * workers AS "±",
       coalesce(own_efficiency, weak_efficiency) AS efficiency, iif(own_efficiency IS NULL, weak_efficiency_half, own_efficiency_half) AS "±", rate, NULL AS "≈", rate_unit AS unit, ceiling_share * 100 AS "share of the ceiling (%)",
       (ceiling_share_high - ceiling_share_low) / 2 * 100 AS "±", id AS point
FROM shared
LEFT JOIN (SELECT last_id, weak_efficiency, weak_efficiency_half FROM curves WHERE scaling = 'weak') ON last_id = id
ORDER BY workload, type, n, shared.variant, workers, ranks, id;
