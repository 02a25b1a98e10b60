-- axes: logy bars
-- x: speedup over the first rung (logarithmic)
-- caption transpose: The ladder of report T: speedup over the first rung, end to end.
-- caption apsp: The ladder of report F: speedup over the first rung, computing alone.
-- caption: Published bars are gray, measured ones have intervals. The axis is logarithmic.
WITH bar AS (
    SELECT report, place, 1 AS part, printed || ', published' AS series, published_whole AS y, NULL AS low, NULL AS high, '0xBBBBBB' AS colour,
           7 AS point, 0 AS few, NULL AS id
    FROM ladder
    UNION ALL
    SELECT report, place, 2, variant || ', measured', speedup, speedup_low, speedup_high, colour, point, speedup_low IS NULL, id
    FROM ladder JOIN look USING (variant) WHERE speedup IS NOT NULL
)
SELECT iif(report = 'T', 'transpose', 'apsp') AS facet, series, row_number() OVER (PARTITION BY report ORDER BY place, part) AS x, y, low, high,
       colour, iif(report = 'T', 'Report T: transpose, over the CPU', 'Report F: blocked Floyd–Warshall, over gpu/baseline') AS title, point, few,
       1 AS floor, id
FROM bar WHERE report IN ('T', 'F')
ORDER BY facet, x;
