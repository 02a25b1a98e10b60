-- axes: zeroy
-- caption: Speedup over one thread of the same code, with intervals. The dashed line is ideal: p threads, p times as fast.
--   A thin line is the fitted law; in long dashes it predicts, up to twice the threads measured.
SELECT facet, title, series, threads AS x, over_own AS y, over_own_low AS low, over_own_high AS high, colour, point, dash,
       most_threads AS top, over_own_low IS NULL AS few, own, 0 AS curve, id
FROM over_threads
JOIN drawn USING (variant, rank)
WHERE over_own IS NOT NULL
UNION ALL
SELECT facet, title, series, threads, speedup, NULL, NULL, colour, point, dash, NULL, 0, own, curve, NULL
FROM law_over_threads
JOIN drawn USING (variant, rank)
ORDER BY own, facet, curve, series, x, y;
