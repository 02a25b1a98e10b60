-- title: Times and speedups of the own sweeps.
-- baseline: one thread of the same code; cpu/naive on one thread for the same work, measured by any experiment.
-- note: If there are more than 25 rows, those of the fastest thread count of each variant at the six largest n. Times are of computing; a GPU's end to end time
--   includes the copies.
-- keys: 4
SELECT s.experiment || ': ' || workload || ' ' || type AS sweep, series || iif(kind = 'gpu', ', ' || coalesce(transfer, ''), '') AS variant, n,
       threads, kernel_ms AS "time (ms)", kernel_half_ms AS "±", marks AS "^", rate AS "csv: rate", rate_half AS "±", rate_unit AS "csv: unit",
       s.experiment AS "csv: experiment", workload AS "csv: workload", type AS "csv: type", s.variant AS "csv: plain variant",
       schedule AS "csv: schedule", block AS "csv: block", tile AS "csv: tile", matrices AS "csv: matrices", transfer AS "csv: transfer",
       share AS "csv: share of the ceiling (%)", share_half AS "±",
       error_units AS "csv: error (u√n)", NULL AS "≈", precision_class AS "csv: precision",
       iif(kind = 'gpu', total_ms, NULL) AS "end to end (ms)", total_half_ms AS "±",
       iif(threads > 1, over_own, NULL) AS "speedup over one thread of it", over_own_half AS "±", own_apart AS "apart",
       efficiency AS "csv: efficiency", efficiency_half AS "±",
       iif(s.variant = 'cpu/naive', NULL, over_naive) AS "speedup over cpu/naive", over_naive_half AS "±", naive_apart AS "apart",
       total_over_naive AS "csv: end to end: speedup over cpu/naive", total_over_naive_half AS "±", id AS point,
       count(*) OVER () <= 25 OR 1 = row_number() OVER (PARTITION BY s.experiment, workload, type, series, n, transfer ORDER BY kernel_s, id)
           AND 6 >= dense_rank() OVER (PARTITION BY s.experiment, workload, type ORDER BY n DESC) AS shown
FROM swept s WHERE own
ORDER BY s.experiment, workload, type, n, s.variant, series, threads, schedule, block, tile, matrices, transfer, id;
