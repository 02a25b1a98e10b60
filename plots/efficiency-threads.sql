-- axes: zeroy
-- caption: Efficiency: the speedup over one thread of the same code, divided by the threads, with intervals. The dashed line at 1
--   is ideal; a point above it is superlinear.
SELECT workload || '-' || type AS facet, workload || ', ' || type || ', n ' || n AS title, variant || on_host AS series,
       threads AS x, efficiency AS y, efficiency_low AS low, efficiency_high AS high, colour, point,
       1 AS top, over_own_low IS NULL AS few
FROM scaling
JOIN look USING (variant)
WHERE n = largest_n AND most_threads > 1
ORDER BY facet, series, x, id;
