-- title: Scaling over threads: the fastest thread count of each variant.
-- baseline: one thread of the same code.
-- note: Efficiency is the speedup divided by the threads. The CSV has every thread count and the speedups over cpu/naive and the best variant.
SELECT workload, type, n, variant || on_host AS variant, threads, kernel_ms AS "time (ms)", kernel_half_ms AS "±", marks AS "^",
       over_own AS "speedup over one thread of it", over_own_half AS "±", own_apart AS "apart", over_naive AS "csv: speedup over cpu/naive", over_naive_half AS "±", naive_apart AS "apart",
       over_best AS "csv: speedup over the best CPU variant", over_best_half AS "±", best_apart AS "apart",
       best_phrase AS "csv: best CPU variant",
       efficiency, efficiency_half AS "±", error_units AS "csv: error (u√n)", NULL AS "≈", precision_class AS "csv: precision", id AS point,
       n = chosen_n AND 1 = row_number() OVER (PARTITION BY work, variant ORDER BY kernel_s, id) AS shown
FROM scaling
WHERE most_threads > 1
ORDER BY workload, type, n, scaling.variant, schedule, block, tile, threads, id;
