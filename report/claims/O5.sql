-- claim: The GPU gains far more than the threads (10 times as much or more).
SELECT r.low >= 10 AS surely, r.high >= 10 AS possibly, g.origin, g.machine, 'gpu/shared ' || r.phrase || ' times cpu/openmp on ' || c.threads
       || ' threads; over cpu/naive ' || gv.phrase || ' and ' || cv.phrase AS figures
FROM measured g
JOIN beside c ON c.work = g.work AND c.variant = 'cpu/openmp'
JOIN ratio_text r ON r.above = c.id AND r.below = g.id AND r.clock = 'kernel'
JOIN ratio_text gv ON gv.above = g.naive_id AND gv.below = g.id AND gv.clock = 'kernel'
LEFT JOIN ratio_text cv ON cv.above = c.naive_id AND cv.below = c.id AND cv.clock = 'kernel'
WHERE g.experiment = 'cuda-matmul' AND g.variant = 'gpu/shared' ORDER BY c.threads DESC, g.id, c.id LIMIT 1;
