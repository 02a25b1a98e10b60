-- title: From which size on the GPU wins.
-- baseline: the best CPU variant at each size, whatever its threads, with an interval; the best GPU variant beside it.
-- keys: 4
-- empty: No size was measured on a CPU and on a GPU in five rounds each (experiments/size-scaling.sh).
-- note: The n at which the CPU's time over the GPU's passes 1 and stays above at all larger sizes, between two sizes on logarithmic
--   axes; its interval is where the ends of the ratio's interval do so. Overlapped copies are those of several matrices, a matrix.
--   Sizes at which less than half of the variants were tried take no part.
SELECT workload, type, way AS "what the GPU does", least_n || ' to ' || most_n AS "sizes", said AS "wins from n",
       interval_said AS "95 % interval", value AS "speedup at the largest n", half AS "±", gpu_variant || gpu_marks AS "GPU variant there", gpu_id AS point,
       cpu_variant || on_host || ', ' || threads || iif(threads = 1, ' thread', ' threads') || cpu_marks AS "CPU variant there"
FROM crossover
ORDER BY workload, type, on_host, place;
