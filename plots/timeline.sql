-- caption: Report S: what the copy engines and the multiprocessors do in one sample that multiplies several pairs; the number is the pair. Version 3
--   (pageable) runs in sequence, version 5 (overlap-breadth) overlaps.
WITH one AS (SELECT *, n AS size, matrices AS pairs, block AS side FROM trace WHERE origin = 'here' AND matrices BETWEEN 2 AND 8),
last AS ( -- of the largest case the last sample: three operations per pair; the column sample restarts in each round
    SELECT *, row_number() OVER (PARTITION BY variant, transfer ORDER BY line DESC) AS back
    FROM one WHERE (size, pairs, side) = (SELECT max(size), max(pairs), max(side) FROM one) AND transfer IN ('pageable', 'overlap-breadth')
)
SELECT transfer AS facet, printf('%s, n %d, block %d, %d pairs', transfer, n, block, pairs) AS title, kind AS series,
       CASE kind WHEN 'h2d' THEN 1 WHEN 'kernel' THEN 2 ELSE 3 END AS x, end_s * 1e3 AS y, start_s * 1e3 AS low, end_s * 1e3 AS high,
       CASE kind WHEN 'h2d' THEN '0x56B4E9' WHEN 'kernel' THEN '0xD55E00' ELSE '0x009E73' END AS colour, matrix + 1 AS point,
       max(end_s * 1e3) OVER () AS longest_ms
FROM last WHERE back <= 3 * pairs
ORDER BY facet DESC, x, start_s + 0, line;
