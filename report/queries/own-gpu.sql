-- title: Your own sweeps on the GPU: computing alone and end to end.
-- baseline: cpu/naive on one thread for the same work, if it was measured.
-- empty: No sweep of your own has GPU points.
SELECT s.experiment || ': ' || workload || ' ' || type AS sweep, series || ', ' || coalesce(transfer, '') AS variant, n,
       kernel_ms AS "computing (ms)", kernel_half_ms AS "±", marks AS "^", total_ms AS "end to end (ms)", total_half_ms AS "±", marks AS "^",
       over_naive AS "computing: speedup over cpu/naive", over_naive_half AS "±", total_over_naive AS "end to end: speedup over cpu/naive", total_over_naive_half AS "±"
FROM swept s
WHERE kind = 'gpu'
ORDER BY s.experiment, workload, type, n, s.variant, series, schedule, block, tile, matrices, transfer, id;
