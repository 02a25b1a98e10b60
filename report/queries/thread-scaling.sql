-- title: Scaling over threads.
-- baseline: named in each heading; the best CPU variant is the fastest for the same work on any number of threads, if it has an interval.
-- note: Efficiency is the speedup over one thread of the same code, divided by the threads.
SELECT workload, type, n, variant || on_host AS variant, threads, kernel_ms AS "time (ms)", kernel_half_ms AS "±", marks AS "^",
       over_own AS "speedup over one thread of it", over_own_half AS "±",
       over_naive AS "speedup over cpu/naive", over_naive_half AS "±",
       over_best AS "speedup over the best CPU variant", over_best_half AS "±",
       best_variant || ', ' || best_threads || iif(best_threads = 1, ' thread', ' threads') AS "best CPU variant",
       efficiency, efficiency_half AS "±", error_units AS "error (u√n)", NULL AS "≈", precision_class AS precision, id AS point
FROM scaling
WHERE most_threads > 1
ORDER BY workload, type, n, scaling.variant, schedule, block, tile, threads, id;
