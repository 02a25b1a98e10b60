-- axes: logx logy
-- caption: What bounds each workload: rate over operations per byte, if each matrix crosses the memory bus once, size by size. A roof is measured:
--   bandwidth of copies, then the highest ceiling of the workload's variants, on as many threads. Products on tensor cores may lie above.
WITH wanted AS ( -- n / bytes_n: operations per byte; most: threads
    SELECT a.*, iif(workload = 'apsp', 8.0, 6.0) AS bytes_n, (SELECT threads FROM good WHERE id = all_id) AS most FROM answer a WHERE workload <> 'transpose'
),
copy AS (SELECT origin, host, kind, threads, max(rate) AS bandwidth FROM good WHERE workload = 'copy' AND is_result AND matrices = 1 GROUP BY 1, 2, 3, 4),
roof AS (
    SELECT w.workload, w.host, w.most, bytes_n, g.kind, g.threads, g.origin, max(ceiling_rate) AS peak, bandwidth
    FROM wanted w
    JOIN good g USING (workload, type)
    JOIN copy c ON c.origin = g.origin AND c.host = g.host AND c.kind = g.kind AND c.threads IS g.threads
    WHERE g.kind = 'gpu' AND g.origin = (SELECT max(gpu_origin) FROM contest WHERE race = json_array(w.workload, w.type, w.host, 1))
       OR g.kind = 'cpu' AND g.origin = 'here' AND g.host = w.host AND g.threads IN (1, w.most)
    GROUP BY w.workload, w.host, g.kind, g.threads, g.origin
),
worked AS (
    SELECT workload, type, host, id, 'naive, ' AS part FROM plain
    WHERE origin = 'here' AND variant = 'cpu/naive' AND threads = 1 AND is_result AND matrices = 1
    UNION ALL SELECT workload, type, host, id, '' FROM threaded
    UNION ALL SELECT workload, type, host, gpu_id, '' FROM contest WHERE place = 1
),
point AS ( -- the plainest variant on one thread, the best on all, the GPU's
    SELECT r.*, part, g.n / bytes_n AS x, g.rate AS y, g.rate * kernel_s / kernel_high_s AS low, g.rate * kernel_s / kernel_low_s AS high, g.id, g.rate_unit
    FROM worked w JOIN good g USING (id) JOIN roof r ON r.workload = w.workload AND r.host = w.host AND r.kind = g.kind AND r.threads IS g.threads
    WHERE part = iif(g.threads < most, 'naive, ', '') AND g.type = (SELECT type FROM wanted a WHERE a.workload = w.workload AND a.host = w.host)
),
reach AS (SELECT workload, host, max(x) AS most_x, max(rate_unit) AS rate_unit FROM point GROUP BY workload, host),
edge AS (SELECT workload, host, min(peak / bandwidth) / 4 AS least_x FROM roof GROUP BY workload, host),
line AS (
    SELECT workload, host, kind, threads, origin, part, x, y, low, high, id FROM point
    UNION ALL
    SELECT workload, host, kind, threads, origin, 'roof, ', CASE corner WHEN 1 THEN least_x WHEN 2 THEN peak / bandwidth ELSE max(most_x, 2 * peak / bandwidth) END,
           iif(corner = 1, least_x * bandwidth, peak), NULL, NULL, NULL
    FROM roof JOIN reach USING (workload, host) JOIN edge USING (workload, host) JOIN (SELECT 1 AS corner UNION SELECT 2 UNION SELECT 3)
)
SELECT w.workload || '-' || w.type || on_host AS facet, title || ', ' || w.type || on_host AS title,
       part || iif(kind = 'gpu', 'GPU', iif(threads = 1, '1 thread', threads || ' threads')) AS series, x, y, low, high,
       CASE WHEN part = 'roof, ' THEN '0x777777' WHEN kind = 'gpu' THEN '0xD55E00' WHEN threads < most THEN '0x4292C6' ELSE '0x08306B' END AS colour,
       CASE WHEN part = 'roof, ' THEN -1 WHEN kind = 'gpu' THEN 9 ELSE 7 END AS point, iif(part = 'roof, ', 2, 1) AS dash,
       iif(origin = 'here', NULL, (SELECT max(machine) FROM points WHERE origin = 'reference')) AS machine, line.id, 'rate (' || rate_unit || ')' AS axis
FROM wanted w JOIN line USING (workload, host) JOIN reach USING (workload, host)
ORDER BY w.place, facet, part, kind, threads, x, y;
