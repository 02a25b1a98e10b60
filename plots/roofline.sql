-- axes: logx logy
-- x: operations per byte
-- rounds: rate
-- caption: What bounds each workload: rate over operations per byte, if each matrix crosses the memory bus once, size by size. A roof is measured:
--   bandwidth of copies, then the highest ceiling of the workload's variants, on as many threads. Products on tensor cores may lie above.
WITH wanted AS (SELECT *, max(threads, coalesce(all_threads, 1)) AS most FROM answer),
copy AS (
    SELECT origin, host, kind, processor, max(rate) AS bandwidth FROM good WHERE workload = 'copy' AND is_result AND matrices = 1 GROUP BY 1, 2, 3, 4
),
roof AS (
    SELECT w.*, kind, g.threads AS on_threads, processor, origin, max(g.ceiling_rate) AS peak, bandwidth, max(g.ceiling_rate) / bandwidth AS ridge,
           min(min(g.operations_per_byte), max(g.ceiling_rate) / bandwidth) AS least, max(max(g.operations_per_byte), max(g.ceiling_rate) / bandwidth) AS last
    FROM wanted w JOIN good g USING (workload, type) JOIN copy USING (origin, kind, processor)
    WHERE copy.host = g.host AND g.operations_per_byte IS NOT NULL -- work that is counted in bytes has none
      AND iif(kind = 'gpu', origin = gpu_origin, kind = 'cpu' AND origin = 'here' AND g.host = w.host AND g.threads IN (1, most))
    GROUP BY w.workload, w.host, kind, processor, origin
),
worked AS ( -- the plainest variant on one thread, the best on all, and the GPU's
    SELECT id, host, 'naive, ' AS part FROM plain_cpu WHERE variant = 'cpu/naive' AND threads = 1 AND is_result
    UNION ALL SELECT id, host, '' FROM threaded
    UNION ALL SELECT gpu_id, host, '' FROM contest WHERE place = 1
),
line AS (
    SELECT r.*, part, g.operations_per_byte AS x, g.rate AS y, g.rate * kernel_s / kernel_high_s AS low, g.rate * kernel_s / kernel_low_s AS high, id
    FROM worked w JOIN good g USING (id)
    JOIN roof r ON r.workload = g.workload AND r.type = g.type AND r.host = w.host AND r.kind = g.kind AND r.processor = g.processor
    WHERE part = iif(g.threads < most, 'naive, ', '')
    UNION ALL
    SELECT roof.*, 'roof, ', value, min(value * bandwidth, peak), NULL, NULL, NULL
    FROM roof, json_each(json_array((SELECT min(least) / 2 FROM roof r WHERE r.place = roof.place), ridge,
                                    (SELECT max(last) * 2 FROM roof r WHERE r.place = roof.place)))
)
SELECT workload || '-' || type || on_host AS facet, title || ', ' || type || on_host AS title, part || processor AS series, x, y, low, high,
       CASE WHEN part = 'roof, ' THEN '0x777777' WHEN kind = 'gpu' THEN '0xD55E00' WHEN on_threads < most THEN '0x4292C6' ELSE '0x08306B' END
       AS colour, CASE WHEN part = 'roof, ' THEN -1 WHEN kind = 'gpu' THEN 9 ELSE 7 END AS point, iif(part = 'roof, ', 2, 1) AS dash,
       iif(origin = 'here', NULL, gpu_machine) AS machine, id, 'rate (' || rate_unit || ')' AS axis
FROM line
ORDER BY line.place, facet, part, kind, on_threads, x, y;
