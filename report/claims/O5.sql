-- claim: The GPU gains far more than the threads (10 times as much or more).
SELECT r.low >= 10 AS surely, r.high >= 10 AS possibly,
       'gpu/shared {' || r.value || '±' || coalesce(r.half, '') || '} times cpu/openmp on ' || c.threads
       || ' threads; over cpu/naive ' || g.over_naive_said || ' and ' || c.over_naive_said AS figures, g.origin, g.machine
FROM measured g
JOIN beside c ON c.work = g.work AND c.variant = 'cpu/openmp'
JOIN ratio r ON r.above = c.id AND r.below = g.id AND r.clock = 'kernel'
WHERE g.experiment = 'cuda-matmul' AND g.variant = 'gpu/shared' AND g.over_naive IS NOT NULL
ORDER BY c.threads DESC, g.id, c.id LIMIT 1;
