-- title: Work shared by GPUs or processes.
-- baseline: one GPU, or one process of one GPU or thread, of the same code, for the same work.
-- note: Times include exchanges; with copies also those from and to the host, or the scattering of inputs. The CSV has efficiencies, those without a
--   speedup of work that grows with the workers; what the model of report/model/scale_out.sql predicts, and how far it is off; and shares of the
--   ceilings of as many GPUs, or of one on as many threads.
SELECT workload, type, s.n, variant || on_host AS variant, coalesce(devices, iif(kind = 'gpu ranks', ranks, NULL)) AS "GPUs",
       ranks AS processes, threads AS "csv: threads each", kernel_ms AS "csv: time (ms)", kernel_half_ms AS "±",
       iif(s.workers > 1, own_efficiency * s.workers, NULL) AS "speedup over one", own_efficiency_half * s.workers AS "±", instr(flags, 'other-run') AS "apart",
       copied AS "with copies", copied_half AS "±",
       iif(s.workers > 1, coalesce(own_efficiency, weak_efficiency), NULL) AS "csv: efficiency",
       iif(own_efficiency IS NULL, weak_efficiency_half, own_efficiency_half) AS "±",
       rate AS "csv: rate", NULL AS "≈", rate_unit AS "csv: unit", share AS "csv: share of the ceiling (%)", share_half AS "±", s.id AS point,
       time_s * 1e3 AS "csv: predicted (ms)", NULL AS "≈", exchange_s * 1e3 AS "csv: of it exchange (ms)", NULL AS "≈",
       100 * (kernel_s / time_s - 1) AS "csv: off (%)", kernel_half_ms / time_s / 10 AS "±", s.id AS point,
       s.workers > 1 AND s.n = max(s.n) OVER (PARTITION BY workload, type, kind, s.variant) AS shown
FROM (SELECT *, coalesce(devices, ranks * coalesce(threads, 1)) AS workers FROM good WHERE origin = 'here' AND kind NOT IN ('cpu', 'gpu')) s
LEFT JOIN (SELECT last_id, weak_efficiency, weak_efficiency_half FROM curves WHERE scaling = 'weak') ON last_id = s.id
LEFT JOIN predicted p ON p.id = s.id
LEFT JOIN (SELECT id AS copied_id, speedup AS copied, half AS copied_half FROM over_one WHERE clock = 'total') ON copied_id = s.id
ORDER BY workload, type, s.n, s.variant, s.workers, ranks, s.id;
