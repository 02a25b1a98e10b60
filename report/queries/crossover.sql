-- title: The size from which the GPU wins.
-- baseline: the best CPU variant at each size, on any number of threads, with an interval; the best GPU variant beside it.
-- keys: 4
-- empty: No size was measured on a CPU and on a GPU in five rounds each (experiments/size-scaling.sh).
-- note: The n at which CPU time over GPU time passes 1 and stays above at all larger sizes, interpolated between two sizes on logarithmic
--   axes; its interval comes from the ends of the ratio's interval. Overlapped copies are of several matrices, per matrix.
--   Sizes with fewer than half of the variants are left out.
SELECT workload, type, way AS "what the GPU does", least_n || ' to ' || most_n AS "sizes", phrase AS "wins from n",
       interval_text AS "95 % interval", value AS "speedup at the largest n", half AS "±", gpu_variant || gpu_marks AS "GPU variant there", gpu_id AS point,
       cpu_variant || on_host || ', ' || threads || iif(threads = 1, ' thread', ' threads') || cpu_marks AS "CPU variant there"
FROM crossover
ORDER BY workload, type, on_host, place;
