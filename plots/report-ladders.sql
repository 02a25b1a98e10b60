-- axes: logy dots
-- y: speedup over the first rung
-- ideal: 1
-- rounds: rate
-- caption transpose: The ladder of report T: speedup over the first rung, end to end.
-- caption apsp: The ladder of report F: speedup over the first rung, computing alone.
-- caption: Published dots are gray, measured ones have intervals.
WITH bar AS (
    SELECT report, place, 1 AS part, printed || ', published' AS series, published_whole AS y, NULL AS low, NULL AS high, '0xBBBBBB' AS colour,
           7 AS point, 0 AS few, NULL AS id
    FROM ladder
    UNION ALL
    SELECT report, place, 2, variant || ', measured', speedup, speedup_low, speedup_high, colour, point, speedup_low IS NULL, id
    FROM ladder JOIN look USING (variant) WHERE speedup IS NOT NULL
)
SELECT iif(report = 'T', 'transpose', 'apsp') AS facet, series, row_number() OVER (PARTITION BY report ORDER BY place, part) AS x, y, low, high,
       colour, iif(report = 'T', 'Report T: transpose, over the CPU', 'Report F: shortest paths, over gpu/baseline') AS title, point, few,
       1 AS floor, iif(report = 'T', 'total', 'kernel') AS clock, id
FROM bar WHERE report IN ('T', 'F')
ORDER BY facet, x;
