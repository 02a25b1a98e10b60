-- title: Report S, the missing experiment: pinned memory without overlap, and both orders of issue with it, ten pairs of matrices.
-- baseline: version 3 of the report, one pair after the other from pageable memory; the gain of overlap is over pinned memory.
-- note: Breadth first: all copies in, all kernels, all copies out. Depth first: pair by pair.
SELECT g.n, g.block, g.matrices AS "csv: matrices", a.total_ms AS "pageable (ms)", a.total_half_ms AS "±", a.marks AS "^", a.id AS point,
       p.total_ms AS "pinned (ms)", p.total_half_ms AS "±", p.marks AS "^", p.id AS point,
       b.total_ms AS "breadth first (ms)", b.total_half_ms AS "±", b.marks AS "^", b.id AS point,
       d.total_ms AS "csv: depth first (ms)", d.total_half_ms AS "±", d.marks AS "^", d.id AS point,
       of_pinned AS "gain of pinned memory", of_pinned_half AS "±", pinned_apart AS "apart", p.id AS point,
       of_breadth AS "gain of overlap, breadth first", of_breadth_half AS "±", breadth_apart AS "apart", b.id AS point,
       of_depth AS "gain of overlap, depth first", of_depth_half AS "±", depth_apart AS "apart", d.id AS point, g.matrices = 10 AS shown
FROM gains g
JOIN beside a ON a.id = g.pageable
LEFT JOIN beside p ON p.id = g.pinned
LEFT JOIN beside b ON b.id = g.breadth
LEFT JOIN beside d ON d.id = g.depth
ORDER BY g.n, g.block, g.matrices, g.machine;
