-- title: Your own sweeps: times and rates.
-- baseline: none; on a GPU computing alone.
-- empty: There are none. `speedup run --experiment NAME` adds them.
-- note: Every experiment that is not part of the study. The CSV has every column.
SELECT s.experiment || ': ' || workload || ' ' || type AS sweep, series || iif(kind = 'gpu', ', ' || coalesce(transfer, ''), '') AS variant, n, threads,
       kernel_ms AS "time (ms)", kernel_half_ms AS "±", marks AS "^", rate, rate_half AS "±", rate_unit AS unit,
       s.experiment AS "csv: experiment", workload AS "csv: workload", type AS "csv: type", s.variant AS "csv: plain variant", schedule AS "csv: schedule",
       block AS "csv: block", tile AS "csv: tile", matrices AS "csv: matrices", transfer AS "csv: transfer", ceiling_share * 100 AS "csv: share of the ceiling (%)",
       (ceiling_share_high - ceiling_share_low) / 2 * 100 AS "±", error_units AS "csv: error (u√n)", NULL AS "≈", precision_class AS "csv: precision", id AS point
FROM swept s
ORDER BY s.experiment, workload, type, n, s.variant, series, threads, schedule, block, tile, matrices, transfer, id;
