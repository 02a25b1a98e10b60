-- axes: zeroy
-- rounds: rate
-- x: threads
-- y: speedup over one thread
-- ideal: x
-- caption: How much faster do threads make each variant? Speedup over one thread of the same code, with intervals. The dashed line is
--   ideal: p threads, p times as fast.
SELECT own, facet, title, series, threads AS x, speedup AS y, low, high, colour, point, dash, most AS top, few, curve, rank, id
FROM over_threads
ORDER BY own, facet, curve, series, x, y;
