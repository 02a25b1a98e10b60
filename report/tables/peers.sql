-- title: The upper rungs beside libraries and ceilings.
-- baseline: a library that does the same work, on as many threads; the ceiling, on as many threads.
-- empty: Not measured here (experiments/peers.sh).
-- note: Above 1 the library is slower. Where there is none that does the work its column is empty.
SELECT p.workload, p.type, p.n, p.threads, p.variant || p.on_host AS variant, p.rate || p.marks AS rate, p.rate_half AS "±", p.rate_unit AS unit,
       library.variant AS library, r.value AS "rate over the library's", r.half AS "±", p.ceiling_share * 100 AS "share of the ceiling (%)",
       (p.ceiling_share_high - p.ceiling_share_low) / 2 * 100 AS "±", p.id AS point
FROM compared p
LEFT JOIN compared library ON library.experiment = p.experiment AND library.work = p.work AND library.threads IS p.threads
    AND library.variant IN ('cpu/blas', 'gpu/cublas')
LEFT JOIN ratio r ON r.above = library.id AND r.below = p.id AND r.clock = 'kernel'
WHERE p.experiment = 'peers' AND p.variant NOT IN ('cpu/blas', 'gpu/cublas')
ORDER BY p.workload, p.type, p.n, p.threads, p.variant, p.on_host, p.id;
