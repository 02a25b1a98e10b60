-- title: The same point on both machines, the largest differences first.
-- baseline: the time of computing on {here}; a ratio is that on {there} over it, above 1 where {here} took less.
-- note: Sorted by the end of the interval that is nearer to 1; those that hold 1 follow, the narrowest first. The first rows are extreme because they were
--   chosen from many pairs; an interval is of its pair alone, and about one in twenty misses. CPU beside CPU on as many threads, GPU beside GPU.
-- keys: 4
SELECT h.workload, h.type, h.n,
       h.variant || iif(h.schedule <> 'static', ', ' || h.schedule, '') || coalesce(', block ' || h.block, '') || coalesce(', tile ' || h.tile, '')
           || iif(h.bind NOT IN ('close', 'false'), ', ' || h.bind, '') || iif(h.kind = 'gpu' AND h.transfer <> 'pageable', ', ' || h.transfer, '')
           || iif(h.matrices > 1, ', ' || h.matrices || ' matrices', '') || iif(h.iterations > 1, ', ' || h.iterations || ' iterations', '')
           || coalesce(', ' || h.testcase, '') || iif(h.cache <> 'warm', ', ' || h.cache || ' cache', '') || coalesce(', ' || h.parameters, '') AS variant,
       h.threads, h.kernel_ms AS "ms on {here}", h.kernel_half_ms AS "±", h.marks AS "^", h.id AS point,
       t.kernel_ms AS "ms on {there}", t.kernel_half_ms AS "±", t.marks AS "^", t.id AS point, value AS "ratio", half AS "±",
       total AS "csv: ratio with copies", total_half AS "±", h.variant AS "csv: plain variant", h.schedule AS "csv: schedule",
       h.block AS "csv: block", h.tile AS "csv: tile", h.edges AS "csv: edges", h.graph AS "csv: graph", h.matrices AS "csv: matrices",
       h.transfer AS "csv: transfer", h.iterations AS "csv: iterations", h.places AS "csv: places", h.bind AS "csv: bind", h.cache AS "csv: cache",
       h.seed AS "csv: seed", h.devices AS "csv: devices", h.ranks AS "csv: ranks", h.parameters AS "csv: parameters", half IS NOT NULL AS shown
FROM twins JOIN good h ON h.id = here_id JOIN good t ON t.id = there_id
ORDER BY half IS NULL, max(ln(low), -ln(high), 0) DESC, half / value, h.id;
