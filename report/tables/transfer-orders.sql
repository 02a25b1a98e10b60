-- title: Report S, the missing experiment: pinned memory without overlap, and both orders of issue with it.
-- baseline: version 3 of the report: one pair after the other from pageable memory.
-- note: Breadth first: all copies in, all kernels, all copies out. Depth first: pair by pair. What pinned memory gains alone must not
--   be counted for the overlap.
SELECT a.n, a.block, a.matrices, a.total_ms || a.marks AS "pageable (ms)", a.total_half_ms AS "±",
       p.total_ms AS "pinned (ms)", p.total_half_ms AS "±", b.total_ms AS "breadth first (ms)",
       b.total_half_ms AS "±",
       d.total_ms AS "depth first (ms)", d.total_half_ms AS "±", a.total_ms / p.total_ms AS "gain of pinned memory",
       p.total_ms / b.total_ms AS "gain of overlap, breadth first",
       p.total_ms / d.total_ms AS "gain of overlap, depth first"
FROM chosen a
LEFT JOIN chosen p ON p.work = a.work AND p.experiment = a.experiment AND p.variant = a.variant AND p.block = a.block AND p.transfer = 'pinned'
LEFT JOIN chosen b ON b.work = a.work AND b.experiment = a.experiment AND b.variant = a.variant AND b.block = a.block
    AND b.transfer = 'overlap-breadth'
LEFT JOIN chosen d ON d.work = a.work AND d.experiment = a.experiment AND d.variant = a.variant AND d.block = a.block
    AND d.transfer = 'overlap-depth'
WHERE a.experiment = 'transfer-overlap' AND a.kind = 'gpu' AND a.transfer = 'pageable'
ORDER BY a.n, a.block, a.matrices, a.id, p.id, b.id, d.id;
