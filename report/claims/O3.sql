-- claim: The speedup flattens past the 8 physical cores (16 threads less than 1.5 times 8).
SELECT b.over_naive / a.over_naive < 1.5 AS holds,
       'cpu/openmp {' || a.over_naive || '} times cpu/naive on 8 threads, {' || b.over_naive || '} on 16' AS figures, a.machine
FROM measured a
JOIN measured b ON b.work = a.work AND b.experiment = a.experiment AND b.variant = a.variant AND b.threads = 16
JOIN machines h ON h.origin = a.origin AND json_extract(h.json, '$.cpu.cores') <= 8
WHERE a.experiment = 'openmp-threads' AND a.variant = 'cpu/openmp' AND a.threads = 8
ORDER BY a.id, b.id LIMIT 1;
