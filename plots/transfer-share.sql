-- axes: logy
-- caption: Report S: time of version 5 (overlapped) as a share of version 3 (in sequence, pageable memory), over the
--   number of matrices, the block and n. Below 100 % overlap wins. The axis is logarithmic and the same for all. With intervals. Published with the right number of matrices.
WITH share AS (
    SELECT 'published' AS source, 'published' AS machine, n, block, matrices,
           100 * max(iif(version = '5', published_ms + 0.0, NULL)) / max(iif(version = '3', published_ms + 0.0,
           NULL)) AS y, NULL AS low, NULL AS high, 0 AS few
    FROM overlap GROUP BY n, block, matrices
    UNION ALL
    SELECT 'measured', machine, n, block, matrices, 100 / gain, 100 / gain_high, 100 / gain_low, gain_low IS NULL FROM gains
),
line AS (
    SELECT 'matrices-' || source AS facet, machine, 'the number of matrices' AS axis, 'n ' || n || ', block '
           || block AS series, matrices AS x, y, low, high, few,
           n AS shade, block AS form FROM share
    UNION ALL SELECT 'block-' || source, machine, 'the side of the block', 'n ' || n || ', ' || matrices
        || iif(matrices = 1, ' matrix', ' matrices'), block, y, low, high, few, n, matrices FROM share
    UNION ALL SELECT 'size-' || source, machine, 'n', matrices || iif(matrices = 1, ' matrix', ' matrices')
        || ', block ' || block, n, y, low, high, few, 0, block FROM share
)
SELECT facet, machine || ', over ' || axis AS title, series, x, y, low, high,
       CASE WHEN facet LIKE 'size%' THEN CASE substr(series, 1,
       2) WHEN '1 ' THEN '0x0072B2' WHEN '5 ' THEN '0xD55E00' ELSE '0x009E73' END
            ELSE CASE shade WHEN 224 THEN '0x0072B2' WHEN 864 THEN '0xD55E00' WHEN 1120 THEN '0x009E73'
                 ELSE '0xCC79A7' END END AS colour,
       CASE form WHEN 8 THEN 9 WHEN 16 THEN 7 WHEN 1 THEN 11 WHEN 5 THEN 5 ELSE 13 END AS point, iif(form IN (8, 1), 2,
       1) AS dash, min(100, min(coalesce(low, y)) OVER ()) AS floor, max(100, max(coalesce(high, y)) OVER ()) AS top, axis, few, machine
FROM line
WHERE y IS NOT NULL
ORDER BY facet, series, x, y;
