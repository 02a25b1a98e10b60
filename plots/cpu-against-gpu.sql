-- axes: logx logy
-- rounds: rate
-- x: n (matrices are n × n)
-- y: times as fast as the CPU
-- ideal: 1
-- caption: How many times as fast as the best CPU variant the GPU is, over the size: by its kernel alone, and with copies. Above the line at 1
--   the GPU wins. Times with overlapped copies are per matrix.
SELECT workload || '-' || type || on_host AS facet, workload || ', ' || type || on_host AS title,
       CASE place WHEN 1 THEN 'kernel' WHEN 2 THEN 'pageable copies' WHEN 3 THEN 'pinned copies' ELSE 'overlapped copies' END AS series, n AS x, value AS y,
       low, high,
       CASE place WHEN 1 THEN '0xD55E00' WHEN 2 THEN '0xB35806' WHEN 3 THEN '0x882255' ELSE '0xCC79A7' END AS colour, 7 + 2 * place AS point,
       iif(place = 1, 1, 2) AS dash, 1 AS floor, clock, gpu_id AS id
FROM contest
WHERE race IN (SELECT race FROM crossover WHERE sizes > 1)
ORDER BY facet, place, n;
