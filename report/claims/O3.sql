-- reading: The speedup flattens past the 8 physical cores (16 threads less than 1.5 times 8).
SELECT r.high < 1.5 AS surely, r.low < 1.5 AS possibly, a.origin, a.machine,
       'cpu/openmp on 16 threads ' || rounded(r.value, r.half) || ' times as fast as on 8' AS figures,
       iif(h.cores <= 8, NULL, coalesce('of ' || h.cores || ' cores, published of 8', 'how many cores is unknown, published of 8')) AS differs
FROM measured a
JOIN measured b ON b.work = a.work AND b.experiment = a.experiment AND b.variant = a.variant AND b.threads = 16
JOIN ratio r ON r.above = a.id AND r.below = b.id AND r.clock = 'kernel'
LEFT JOIN machines h ON h.origin = a.origin
WHERE a.experiment = 'openmp-threads' AND a.variant = 'cpu/openmp' AND a.threads = 8 ORDER BY a.id, b.id LIMIT 1;
