-- title: Your own sweeps: speedups on the CPU.
-- baseline: named in each heading; cpu/naive on one thread for the same work, measured by any experiment.
-- empty: No sweep of your own has a baseline: measure one thread of each variant too.
-- note: Efficiency is the speedup over one thread of the same code, divided by the threads.
SELECT s.experiment || ': ' || workload || ' ' || type AS sweep, series AS variant, n, threads,
       over_own || iif(over_own IS NULL, '', marks) AS "speedup over one thread of it", over_own_half AS "±", efficiency, efficiency_half AS "±",
       over_naive || iif(over_naive IS NULL, '', marks) AS "speedup over cpu/naive", over_naive_half AS "±"
FROM swept s
WHERE kind = 'cpu' AND (over_own IS NOT NULL AND threads > 1 OR over_naive IS NOT NULL AND s.variant <> 'cpu/naive')
ORDER BY s.experiment, workload, type, n, s.variant, series, threads, schedule, block, tile, matrices, id;
