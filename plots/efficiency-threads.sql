-- axes: zeroy
-- caption: Efficiency: the speedup over one thread of the same code, divided by the threads, with intervals. The dashed line at 1
--   is ideal; a point above it is superlinear. Thin lines are fitted laws, in long dashes where they predict.
SELECT facet, title, series, threads AS x, efficiency AS y, efficiency_low AS low, efficiency_high AS high, colour, point, dash,
       1 AS top, over_own_low IS NULL AS few, own, 0 AS curve, id
FROM over_threads
JOIN drawn USING (variant, rank)
WHERE efficiency IS NOT NULL
UNION ALL
SELECT facet, title, series, threads, speedup / threads, NULL, NULL, colour, point, dash, NULL, 0, own, curve, NULL
FROM law_over_threads
JOIN drawn USING (variant, rank)
ORDER BY own, facet, curve, series, x, y;
