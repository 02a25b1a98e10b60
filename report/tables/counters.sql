-- title: Hardware counters of single launches, read by ncu on the GPU's machine.
-- note: Counted once, so without an interval, while a single launch is replayed, caches as the launch before left them, so the time is the profiler's, not one
--   to compare with others in this report.
-- empty: No counters: ncu was missing or not permitted where the GPU was measured.
SELECT workload, variant, n, block, tile, iif(length(kernel) > 24, substr(kernel, 1, 20) || '...', kernel) AS kernel,
       max(iif(metric = 'time_s', value * 1e3, NULL)) AS "time (ms)", NULL AS "≈",
       max(iif(metric = 'gld_gbs', value, NULL)) AS "global: load (GB/s)", NULL AS "≈", max(iif(metric = 'gst_gbs', value,
       NULL)) AS "global: store (GB/s)", NULL AS "≈",
       max(iif(metric = 'gld_sectors_per_request', value, NULL)) AS "global: sectors a load",
       max(iif(metric = 'gst_sectors_per_request', value, NULL)) AS "global: sectors a store",
       max(iif(metric = 'shared_load_gbs', value, NULL)) AS "shared: load (GB/s)", NULL AS "≈",
       max(iif(metric = 'shared_store_gbs', value, NULL)) AS "shared: store (GB/s)", NULL AS "≈",
       max(iif(metric = 'bank_conflicts_load', cast(value AS integer), NULL)) AS "shared: conflicts, loads",
       max(iif(metric = 'bank_conflicts_store', cast(value AS integer), NULL)) AS "shared: conflicts, stores",
       max(iif(metric = 'occupancy_percent', value, NULL)) AS "occupancy (%)", max(iif(metric = 'integer_gops', value,
       NULL)) AS "integer GOP/s", NULL AS "≈",
       max(iif(metric = 'float_gops', value, NULL)) AS "float GOP/s", NULL AS "≈", max(iif(metric = 'dram_gbs', value,
       NULL)) AS "DRAM (GB/s)", NULL AS "≈"
FROM counters
GROUP BY workload, variant, n, block, tile, kernel
ORDER BY workload, variant, n, block, tile, kernel;
