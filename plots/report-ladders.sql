-- axes: logy dots
-- y: speedup over the first rung
-- ideal: 1
-- rounds: rate
-- caption: The ladder of report T: speedup over the first rung, end to end. Published dots are gray, measured ones have intervals.
WITH bar AS (
    SELECT place, 1 AS part, printed || ', published' AS series, published_whole AS y, NULL AS low, NULL AS high, '0xBBBBBB' AS colour,
           7 AS point, 0 AS few, NULL AS id
    FROM ladder WHERE report = 'T'
    UNION ALL
    SELECT place, 2, variant || ', measured', speedup, speedup_low, speedup_high, colour, point, speedup_low IS NULL, id
    FROM ladder JOIN look USING (variant) WHERE report = 'T' AND speedup IS NOT NULL
)
SELECT 'transpose' AS facet, series, row_number() OVER (ORDER BY place, part) AS x, y, low, high, colour,
       'Report T: transpose, over the CPU' AS title, point, few, 1 AS floor, 'total' AS clock, id
FROM bar
ORDER BY x;
