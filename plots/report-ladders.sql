-- axes: logy
-- caption transpose: The ladder of report T: speedup over the first rung, end to end.
-- caption matmul: The second ladder of report O: speedup over the first rung, computing alone.
-- caption apsp: The ladder of report F: speedup over the first rung, computing alone.
-- caption: Published bars are grey, measured ones have intervals. The axis is logarithmic.
WITH bar AS (
    SELECT report, place, 1 AS part, printed || ', published' AS series, published_total_found AS y, NULL AS low,
           NULL AS high,
           '0xBBBBBB' AS colour, 7 AS point, NULL AS machine, 0 AS few, NULL AS id
    FROM ladder
    UNION ALL
    SELECT report, place, 2, variant || ', measured', speedup, speedup_low, speedup_high, colour, point, machine,
           speedup_low IS NULL, id
    FROM ladder JOIN look USING (variant) WHERE speedup IS NOT NULL
)
SELECT CASE report WHEN 'T' THEN 'transpose' WHEN 'O' THEN 'matmul' ELSE 'apsp' END AS facet,
       CASE report WHEN 'T' THEN 'Report T: transpose, over the CPU'
                   WHEN 'O' THEN 'Report O: matrix product, over the serial code'
                   ELSE 'Report F: blocked Floyd–Warshall, over gpu/baseline' END
       || coalesce('« (measured on ' || max(machine) OVER (PARTITION BY report) || ')»', '') AS title, series,
       row_number() OVER (PARTITION BY report ORDER BY place, part) AS x, y, low, high, colour, point, few, 1 AS floor, id
FROM bar
ORDER BY facet, x;
