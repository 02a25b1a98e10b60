-- title: Hardware counters of single launches, read by ncu on the GPU's machine.
-- note: A run is a process in which a single launch is replayed, with caches as the previous launch left them. The time is the profiler's and
--   not comparable with others in this report. Means of one run, or of five with an interval.
-- empty: No counters: ncu was missing or not permitted where the GPU was measured.
WITH wide AS (
    SELECT workload, variant, n, block, tile, kernel, max(runs) AS runs, min(mark) AS mark,
           max(iif(metric = 'time_s', value * 1e3, NULL)) AS time, max(iif(metric = 'time_s', half * 1e3, NULL)) AS time_half,
           max(iif(metric = 'gld_gbs', value, NULL)) AS gld, max(iif(metric = 'gld_gbs', half, NULL)) AS gld_half,
           max(iif(metric = 'gst_gbs', value, NULL)) AS gst, max(iif(metric = 'gst_gbs', half, NULL)) AS gst_half,
           max(iif(metric = 'gld_sectors_per_request', value, NULL)) AS load_sectors,
           max(iif(metric = 'gst_sectors_per_request', value, NULL)) AS store_sectors,
           max(iif(metric = 'shared_load_gbs', value, NULL)) AS sld, max(iif(metric = 'shared_load_gbs', half, NULL)) AS sld_half,
           max(iif(metric = 'shared_store_gbs', value, NULL)) AS sst, max(iif(metric = 'shared_store_gbs', half, NULL)) AS sst_half,
           max(iif(metric = 'bank_conflicts_load', cast(value AS integer), NULL)) AS load_conflicts,
           max(iif(metric = 'bank_conflicts_store', cast(value AS integer), NULL)) AS store_conflicts,
           max(iif(metric = 'occupancy_percent', value, NULL)) AS occupancy,
           max(iif(metric = 'integer_gops', value, NULL)) AS integer, max(iif(metric = 'integer_gops', half, NULL)) AS integer_half,
           max(iif(metric = 'float_gops', value, NULL)) AS float, max(iif(metric = 'float_gops', half, NULL)) AS float_half,
           max(iif(metric = 'dram_gbs', value, NULL)) AS dram, max(iif(metric = 'dram_gbs', half, NULL)) AS dram_half
    FROM counters
    GROUP BY workload, variant, n, block, tile, kernel
)
SELECT workload, variant, n, coalesce(block, tile) AS "block or tile", block AS "csv: block", tile AS "csv: tile",
       iif(length(kernel) > 24, substr(kernel, 1, 20) || '...', kernel) AS kernel, runs AS "csv: runs",
       time AS "time (ms)", time_half AS "±", mark AS "^", gld AS "global: load (GB/s)", gld_half AS "±", gst AS "global: store (GB/s)",
       gst_half AS "±", load_sectors AS "global: sectors a load", store_sectors AS "csv: sectors a store",
       sld AS "shared: load (GB/s)", sld_half AS "±", sst AS "shared: store (GB/s)", sst_half AS "±",
       load_conflicts + store_conflicts AS "shared: bank conflicts", load_conflicts AS "csv: conflicts, loads", store_conflicts AS "csv: conflicts, stores", occupancy AS "occupancy (%)",
       integer AS "integer GOP/s", integer_half AS "±", float AS "float GOP/s", float_half AS "±", dram AS "DRAM (GB/s)", dram_half AS "±",
       (SELECT machine FROM provenance WHERE source = 'counters') AS machine
FROM wide
ORDER BY workload, variant, n, block, tile, kernel;
