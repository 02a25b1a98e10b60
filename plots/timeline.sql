-- axes: zeroy bars
-- y: time (ms)
-- caption: Report S: what the copy engines and the multiprocessors do in one sample that multiplies several pairs: a bar for each. Version 3
--   (pageable) runs in sequence, version 5 (overlap-breadth) overlaps.
WITH ordered AS ( -- the last sample: three operations per pair; the column sample restarts in each round
    SELECT *, row_number() OVER (PARTITION BY transfer ORDER BY line DESC) AS back FROM trace JOIN phases ON clock = kind
    WHERE origin = 'here' AND transfer IN ('pageable', 'overlap-breadth')
)
SELECT transfer AS facet, printf('%s, n %d, block %d, %d pairs', transfer, n, block, matrices) AS title, kind AS series, place AS x, end_s * 1e3 AS y,
       start_s * 1e3 AS low, end_s * 1e3 AS high, colour, 7 AS point, max(end_s * 1e3) OVER () AS top
FROM ordered WHERE back <= 3 * matrices
ORDER BY facet DESC, place, start_s, line;
