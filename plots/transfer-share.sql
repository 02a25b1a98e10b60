-- axes: logy
-- rounds: time
-- y: version 5 / version 3 (%)
-- ideal: 100
-- caption: Report S: does overlap gain more with more pairs? Time of version 5 as a share of version 3, with blocks of 16. Below 100 % version 5
--   wins. The axis is logarithmic and the same for both.
WITH share AS (
    SELECT 'published' AS facet, n, matrices, NULL AS low, NULL AS high, 0 AS few, NULL AS id, 100.0 * b.published_ms / a.published_ms AS y
    FROM overlap a JOIN overlap b USING (n, block, matrices) WHERE block = 16 AND a.version = '3' AND b.version = '5'
    UNION ALL
    SELECT 'measured', n, matrices, 100 / gain_high, 100 / gain_low, gain_low IS NULL, breadth, 100 / gain
    FROM gains WHERE block = 16 AND gain IS NOT NULL
)
SELECT facet, facet || ', over the number of matrices' AS title, 'n ' || n AS series, matrices AS x, y, low, high,
       CASE n WHEN 224 THEN '0x0072B2' WHEN 864 THEN '0xD55E00' WHEN 1120 THEN '0x009E73' ELSE '0xCC79A7' END AS colour, 7 AS point,
       min(100, min(coalesce(low, y)) OVER ()) AS floor, max(100, max(coalesce(high, y)) OVER ()) AS top, 'number of matrices' AS axis, few, 'total' AS clock, id
FROM share
ORDER BY facet DESC, n, x;
