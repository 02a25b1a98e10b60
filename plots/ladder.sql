-- caption: The ladder on one thread: speedup over cpu/naive, on a logarithmic axis. A bar to the left is slower.
SELECT workload || '-' || type AS facet, workload || ', ' || type || ', n ' || n || ', one thread' AS title,
       variant || iif(variant = 'cpu/unoptimized', ' (unoptimized baseline)', '') || on_host AS series,
       row_number() OVER (PARTITION BY workload, type ORDER BY over_naive, id) AS x, over_naive AS y,
       naive_s / kernel_high_s AS low, naive_s / kernel_low_s AS high, colour, point
FROM scaling
JOIN look USING (variant)
WHERE n = largest_n AND threads = 1 AND over_naive IS NOT NULL AND variant NOT LIKE 'cpu/openmp%'
ORDER BY facet, x;
