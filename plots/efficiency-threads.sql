-- axes: zeroy
-- rounds: rate
-- x: threads
-- y: efficiency (speedup / threads)
-- ideal: 1
-- caption: How well are the threads used? Efficiency is the speedup over one thread of the same code, divided by the threads. The dashed
--   line at 1 is ideal; a point whose whole interval is above it is superlinear.
SELECT own, facet, title, series, threads AS x, speedup / threads AS y, low / threads AS low, high / threads AS high, colour, point, dash, 1 AS top,
       few, curve, rank, id
FROM over_threads
ORDER BY own, facet, curve, series, x, y;
