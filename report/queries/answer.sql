-- title: The answers in numbers.
-- baseline: one thread of the same variant for speedup and efficiency; the best CPU variant for the GPU's.
-- empty: No point here has five rounds.
-- keys: 1
-- note: The best variant is the fastest of that size, on any number of threads; speedup and efficiency are its values on all threads.
--   Recommended is the largest thread count with an efficiency of at least 70 %. Equivalent threads and break-even are for the GPU's kernel
--   and for copies from pageable memory (see the chapter on CPU against GPU).
WITH spent AS (
    SELECT id, workload, type, kind, origin, host, rounded(energy_j, half_j) || ', ' || variant || ', n ' || n || iif(origin = 'reference', '^ref', '') AS phrase
    FROM energy WHERE place = 1
)
SELECT a.workload || ' (' || a.type || ', n ' || a.n || ')' || a.on_host AS workload,
       b.label || iif(b.threads > 1, ', ' || b.threads || ' threads', ', one thread') || b.marks AS "best variant",
       iif(o.threads > 1, o.threads, NULL) AS "all threads", iif(o.threads > 1 AND o.over_own_low IS NOT NULL, o.over_own, NULL) AS "speedup on all", o.over_own_half AS "±",
       iif(o.threads > 1 AND o.over_own_low IS NOT NULL, o.efficiency, NULL) AS efficiency, o.efficiency_half AS "±",
       a.all_id AS point,
       (SELECT max(recommended_threads) FROM curves c JOIN good f ON f.id = c.first_id
        WHERE c.scaling = 'strong' AND f.work = b.work AND f.shape = b.shape)
       AS "recommended threads",
       100 * b.ceiling_share AS "share of the ceiling (%)", 50 * (b.ceiling_share_high - b.ceiling_share_low) AS "±", a.best_id AS point,
       k.gpu_variant || iif(a.against_n = a.n, '', ', n ' || a.against_n) || k.gpu_marks AS GPU,
       k.value AS "GPU speedup, kernel", k.half AS "±", k.gpu_id AS point, c.value AS "with copies", c.half AS "±",
       x.phrase AS "wins with copies from n", iif(s.most_threads > 1, coalesce(s.phrase, 'of no number'), NULL) AS "equivalent threads",
       iif(e.cpu_id IS NULL, NULL, coalesce(e.repetitions, 'never')) AS "break-even (repetitions)", c.gpu_id AS point,
       ec.phrase AS "CPU: energy a result (J)", ec.id AS point, eg.phrase AS "GPU: energy a result (J)", eg.id AS point
FROM answer a
JOIN beside b ON b.id = a.best_id
JOIN beside o ON o.id = a.all_id
LEFT JOIN contest k ON k.workload = a.workload AND k.type = a.type AND k.host = a.host AND k.n = a.against_n AND k.place = 1
LEFT JOIN contest c ON c.workload = a.workload AND c.type = a.type AND c.host = a.host AND c.n = a.against_n AND c.place = 2
LEFT JOIN crossover x ON x.workload = a.workload AND x.type = a.type AND x.host = a.host AND x.place = 2
LEFT JOIN equivalent s ON s.cpu_id = k.cpu_id AND s.gpu_id = k.gpu_id AND s.place = 1
LEFT JOIN break_even e ON e.cpu_id = c.cpu_id AND e.gpu_id = c.gpu_id
LEFT JOIN spent ec ON ec.workload = a.workload AND ec.type = a.type AND ec.kind = 'cpu' AND ec.origin = 'here' AND ec.host = a.host
LEFT JOIN spent eg ON eg.workload = a.workload AND eg.type = a.type AND eg.kind = 'gpu'
    AND (eg.host = a.host AND eg.origin = 'here'
         OR eg.origin = 'reference' AND NOT EXISTS (SELECT 1 FROM spent o WHERE o.workload = a.workload AND o.type = a.type AND o.kind = 'gpu' AND o.origin = 'here' AND o.host = a.host))
ORDER BY a.place, a.workload, a.on_host;
