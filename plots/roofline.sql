-- axes: logx logy
-- caption: Rooflines of this machine and the workloads below them, both axes logarithmic: the rate over the operations per byte, if each
--   matrix crosses the memory bus once, size by size. A roof is measured: bandwidth of copies, then multiply-adds or add-and-min, on as many
--   threads. A transpose computes nothing, and has its share of the copies in the ceilings. Products on tensor cores may lie above: no roof
--   here is theirs. Bytes counted: from the GPU's counters for its fastest variant of a single kernel, at the size where that is fastest.
-- empty: The ceilings of matmul or apsp were not measured here (experiments/ceilings.sh).
WITH reference_machine AS (SELECT max(machine) AS machine FROM points WHERE origin = 'reference'),
ceiling AS ( -- the best of each kind and thread count; packed 16-bit if a variant there computes with these
    SELECT origin, host, kind, threads, iif(workload = 'add_min_packed', 'add_min', workload) AS workload, type, max(rate) AS rate
    FROM good c
    WHERE is_result AND matrices = 1
      AND (workload IN ('multiply_add', 'add_min', 'copy')
           OR workload = 'add_min_packed' AND EXISTS (SELECT 1 FROM good p WHERE p.workload = 'apsp' AND p.ceiling GLOB 'add_min_packed*'
                                                          AND p.origin = c.origin AND p.host = c.host AND p.kind = c.kind))
    GROUP BY origin, host, kind, threads, iif(workload = 'add_min_packed', 'add_min', workload), type
),
wanted AS (
    SELECT *, iif(workload = 'apsp', 'add_min', 'multiply_add') AS resource, iif(workload = 'apsp', 8.0, 6.0) AS bytes_n -- n / this: operations per byte
    FROM answer WHERE workload IN ('matmul', 'apsp')
),
roof AS (
    SELECT w.workload, w.type, w.host, c.kind, c.threads, c.origin, c.rate AS peak, b.rate AS bandwidth
    FROM wanted w
    JOIN ceiling c ON c.workload = w.resource AND c.type = w.type
    JOIN ceiling b ON b.workload = 'copy' AND b.origin = c.origin AND b.host = c.host AND b.kind = c.kind AND b.threads IS c.threads
    WHERE (c.kind = 'gpu' AND EXISTS (SELECT 1 FROM contest x WHERE x.workload = w.workload AND x.type = w.type AND x.host = w.host
                                          AND x.gpu_origin = c.origin AND (c.origin = 'reference' OR c.host = w.host)))
       OR (c.origin = 'here' AND c.host = w.host AND c.threads IN (1, (SELECT max(threads) FROM ceiling m WHERE m.workload = w.resource AND m.host = w.host AND m.origin = 'here')))
),
worked AS (
    SELECT w.workload, w.type, w.host, 'cpu' AS kind, t.threads, t.n / bytes_n AS x, g.rate, g.rate * g.kernel_s / g.kernel_high_s AS low,
           g.rate * g.kernel_s / g.kernel_low_s AS high, 'here' AS origin, g.rate_unit, g.id
    FROM wanted w
    JOIN threaded t ON t.workload = w.workload AND t.type = w.type AND t.host = w.host
    JOIN good g USING (id)
    WHERE t.threads IN (SELECT threads FROM roof r WHERE r.workload = w.workload AND r.host = w.host AND r.kind = 'cpu')
    UNION ALL
    SELECT w.workload, w.type, w.host, 'gpu', NULL, c.n / bytes_n, g.rate, g.rate * g.kernel_s / g.kernel_high_s, g.rate * g.kernel_s / g.kernel_low_s,
           c.gpu_origin, g.rate_unit, g.id
    FROM wanted w
    JOIN contest c ON c.workload = w.workload AND c.type = w.type AND c.host = w.host AND c.place = 1
    JOIN good g ON g.id = c.gpu_id
),
counted AS ( -- one launch of one kernel is the whole work
    SELECT w.workload, w.type, w.host, c.origin, 'gpu' AS kind, amount / (1e9 * dram_gbs * time_s) AS x, amount / (1e9 * time_s) AS rate,
           row_number() OVER (PARTITION BY w.workload, w.host ORDER BY amount / time_s DESC, c.variant, c.n) AS place
    FROM wanted w
    JOIN (SELECT origin, workload, variant, type, n, max(iif(metric = 'dram_gbs', value, NULL)) AS dram_gbs, max(iif(metric = 'time_s', value, NULL)) AS time_s
          FROM counters GROUP BY origin, workload, variant, type, n, block, tile HAVING count(DISTINCT kernel) = 1) c ON c.workload = w.workload AND c.type = w.type
    JOIN (SELECT workload, type, n, max(amount / iterations) AS amount FROM good WHERE kind = 'gpu' AND matrices = 1 GROUP BY workload, type, n) m
        ON m.workload = c.workload AND m.type = c.type AND m.n = c.n
    WHERE dram_gbs > 0 AND time_s > 0
),
reach AS (SELECT workload, host, max(x) AS most_x, min(rate_unit) AS rate_unit
          FROM (SELECT workload, host, x, rate_unit FROM worked UNION ALL SELECT workload, host, x, NULL FROM counted WHERE place = 1) GROUP BY workload, host),
edge AS (SELECT workload, host, min(peak / bandwidth) / 4 AS least_x FROM roof GROUP BY workload, host),
line AS (
    SELECT r.workload, r.host, kind, threads, r.origin, 'roof' AS part, column1 AS corner,
           CASE column1 WHEN 1 THEN least_x WHEN 2 THEN peak / bandwidth ELSE max(most_x, 2 * peak / bandwidth) END AS x,
           CASE column1 WHEN 1 THEN least_x * bandwidth ELSE peak END AS y, NULL AS low, NULL AS high, NULL AS id
    FROM roof r JOIN reach USING (workload, host) JOIN edge USING (workload, host) JOIN (VALUES (1), (2), (3))
    UNION ALL
    SELECT workload, host, kind, threads, origin, 'best', 0, x, rate, low, high, id FROM worked
    WHERE EXISTS (SELECT 1 FROM roof r WHERE r.workload = worked.workload AND r.host = worked.host AND r.kind = worked.kind AND r.origin = worked.origin)
    UNION ALL
    SELECT c.workload, c.host, c.kind, NULL, c.origin, 'counted', 0, c.x, c.rate, NULL, NULL, NULL
    FROM counted c JOIN roof r ON r.workload = c.workload AND r.host = c.host AND r.kind = c.kind AND r.origin = c.origin
    WHERE c.place = 1 GROUP BY c.workload, c.host, c.kind, c.origin, c.x, c.rate
)
SELECT w.workload || '-' || w.type || w.on_host AS facet,
       w.workload || ', ' || w.type || w.on_host || iif((SELECT max(l.origin) FROM line l WHERE l.workload = w.workload AND l.host = w.host) = 'reference',
           '« (GPU of ' || reference_machine.machine || ')»', '') AS title,
       iif(part = 'roof', 'roof, ', '') || iif(kind = 'gpu', 'GPU', iif(threads = 1, '1 thread', threads || ' threads'))
       || iif(part = 'counted', ', bytes counted', '') AS series, x, y, low, high,
       CASE WHEN part = 'roof' THEN '0x777777' WHEN kind = 'gpu' THEN '0xD55E00' WHEN threads = 1 THEN '0x4292C6' ELSE '0x08306B' END AS colour,
       CASE WHEN part = 'roof' THEN -1 WHEN part = 'counted' THEN 13 WHEN kind = 'gpu' THEN 9 ELSE 7 END AS point, iif(part = 'roof', 2, 1) AS dash,
       'rate (' || rate_unit || ')' AS axis, iif(origin = 'reference', reference_machine.machine, NULL) AS machine, id
FROM line
JOIN wanted w USING (workload, host)
JOIN reach USING (workload, host)
JOIN reference_machine
ORDER BY w.place, facet, part, kind, threads, corner, x;
