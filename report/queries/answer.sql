-- title: The answers in numbers, a row per workload.
-- baseline: one thread of the same variant for speedup and efficiency; the best CPU variant for the GPU's.
-- keys: 1
SELECT workload || ' (' || type || ', n ' || n || ')' || on_host AS workload, best_phrase AS "best variant", others AS "not separated from it", marks AS "^",
       all_threads AS "all threads", over_own AS "speedup on all", over_own_half AS "±", efficiency, efficiency_half AS "±", all_id AS point,
       recommended AS "recommended threads",
       share AS "share of the ceiling (%)", share_half AS "±", best_id AS point, gpu_variant || iif(against_n = n, '', ', n ' || against_n) AS GPU,
       gpu_marks AS "^", kernel AS "GPU speedup, kernel", kernel_half AS "±", kernel_id AS point, copies AS "with copies", copies_half AS "±",
       wins_from AS "wins with copies from n", equivalent AS "equivalent threads", repetitions AS "break-even (repetitions)", copies_id AS point,
       cpu_energy AS "CPU: energy a result (J)", cpu_energy_id AS point, gpu_energy AS "GPU: energy a result (J)", gpu_energy_id AS point
FROM answer
ORDER BY place, workload, on_host;
