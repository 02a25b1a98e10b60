-- axes: zeroy
-- rounds: rate
-- x: threads
-- y: speedup over one thread
-- ideal: x
-- caption: Speedup over one thread of the same variant on the same machine, with intervals. The dashed gray line is ideal: p threads, p times as fast.
SELECT workload || '-' || type AS facet, workload || ', ' || type || ', n ' || n || ', ' || variant AS title, host AS series, threads AS x, over_own AS y,
       over_own_low AS low, over_own_high AS high, colour, point, dash, max(threads) OVER (PARTITION BY workload, type) AS top,
       over_own_low IS NULL AND threads > 1 AS few, id
FROM beside_threads b JOIN sides USING (host, place)
ORDER BY workload = 'apsp', facet, place, x;
