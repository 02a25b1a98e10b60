-- claim: The GPU gains far more than the threads (10 times as much or more).
SELECT g.over_naive >= 10 * c.over_naive AS holds,
       'over cpu/naive: gpu/shared {' || g.over_naive || '} times, cpu/openmp on ' || c.threads || ' threads {' || c.over_naive
       || '}' AS figures, g.machine
FROM measured g
JOIN beside c ON c.work = g.work AND c.variant = 'cpu/openmp'
WHERE g.experiment = 'cuda-matmul' AND g.variant = 'gpu/shared' AND g.over_naive IS NOT NULL
ORDER BY c.threads DESC, g.id, c.id LIMIT 1;
