-- title: The size from which the GPU wins.
-- baseline: the best CPU variant at each size, on any number of threads; the best GPU variant beside it.
-- keys: 4
-- note: The n at which CPU time over GPU time passes 1 for good, interpolated on logarithmic axes. Overlapped copies are of several
--   matrices, per matrix.
SELECT workload, type, way AS "what the GPU does", least_n || ' to ' || most_n AS "sizes", phrase AS "wins from n",
       interval_text AS "interval", value AS "speedup at the largest n", half AS "±", gpu_marks AS "^", apart AS "apart",
       gpu_variant AS "csv: GPU variant there", gpu_id AS point,
       cpu_variant || on_host || ', ' || processor AS "csv: CPU variant there", cpu_marks AS "^"
FROM crossover WHERE sizes > 1
ORDER BY workload, type, on_host, place;
