-- axes: logx logy
-- caption: What bounds each workload: rate over operations per byte, if each matrix crosses the memory bus once, size by size. A roof is measured:
--   bandwidth of copies, then the highest ceiling of the workload's variants, on as many threads. Products on tensor cores may lie above.
WITH wanted AS (SELECT *, iif(workload = 'apsp', 8.0, 6.0) AS bytes_n FROM answer WHERE workload <> 'transpose'), -- n / bytes_n: operations per byte
copy AS (
    SELECT origin, host, kind, threads, max(rate) AS bandwidth FROM good WHERE workload = 'copy' AND is_result AND matrices = 1 GROUP BY 1, 2, 3, 4
),
roof AS (
    SELECT w.workload, w.type, w.host, g.kind, g.threads, g.origin, max(g.ceiling_rate) AS peak, bandwidth,
           max(g.threads) OVER (PARTITION BY w.workload, w.host) AS most
    FROM wanted w
    JOIN good g USING (workload, type)
    JOIN copy c ON c.origin = g.origin AND c.host = g.host AND c.kind = g.kind AND c.threads IS g.threads
    WHERE g.kind = 'gpu' AND g.origin = gpu_origin
       OR g.kind = 'cpu' AND g.origin = 'here' AND g.host = w.host AND g.threads IN (1, all_threads, w.threads)
    GROUP BY w.workload, w.host, g.kind, g.threads, g.origin
),
worked AS (
    SELECT workload, type, host, id, 'naive, ' AS part FROM plain_cpu WHERE variant = 'cpu/naive' AND threads = 1 AND is_result
    UNION ALL SELECT workload, type, host, id, '' FROM threaded
    UNION ALL SELECT workload, type, host, gpu_id, '' FROM contest WHERE place = 1
),
line AS ( -- the plainest variant on one thread, the best on all, the GPU's, and the roofs
    SELECT r.*, part, g.n AS at_n, NULL AS x, rate AS y, rate * kernel_s / kernel_high_s AS low, rate * kernel_s / kernel_low_s AS high, g.id
    FROM worked w JOIN good g USING (id)
    JOIN roof r ON r.workload = w.workload AND r.type = w.type AND r.host = w.host AND r.kind = g.kind AND r.threads IS g.threads
    WHERE part = iif(g.threads < most, 'naive, ', '')
    UNION ALL SELECT *, 'roof, ', NULL, 1, min(bandwidth, peak), NULL, NULL, NULL FROM roof
    UNION ALL SELECT *, 'roof, ', NULL, max(1, peak / bandwidth), peak, NULL, NULL, NULL FROM roof
    UNION ALL SELECT *, 'roof, ', NULL, 1000, peak, NULL, NULL, NULL FROM roof
)
SELECT w.workload || '-' || w.type || on_host AS facet, title || ', ' || w.type || on_host AS title,
       part || iif(kind = 'gpu', 'GPU', l.threads || iif(l.threads = 1, ' thread', ' threads')) AS series,
       coalesce(x, at_n / bytes_n) AS x, y, low, high,
       CASE WHEN part = 'roof, ' THEN '0x777777' WHEN kind = 'gpu' THEN '0xD55E00' WHEN l.threads < most THEN '0x4292C6' ELSE '0x08306B' END
       AS colour, CASE WHEN part = 'roof, ' THEN -1 WHEN kind = 'gpu' THEN 9 ELSE 7 END AS point,
       iif(part = 'roof, ', 2, 1) AS dash, iif(origin = 'here', NULL, gpu_machine) AS machine, l.id, 'rate (' || rate_unit || ')' AS axis
FROM wanted w JOIN line l USING (workload, host)
ORDER BY w.place, facet, part, kind, l.threads, 4, y;
