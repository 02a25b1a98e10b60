-- claim: At 4 and 6 threads the speedup is larger than the number of threads.
SELECT min(coalesce(low > threads, 0)) AS surely, min(high > threads) AS possibly, max(origin) AS origin, max(machine) AS machine,
       group_concat('cpu/openmp ' || phrase || ' times cpu/naive on ' || threads || ' threads', ', ') AS figures
FROM (SELECT m.*, r.phrase, r.low, r.high FROM measured m JOIN ratio_text r ON r.above = m.naive_id AND r.below = m.id AND r.clock = 'kernel'
      WHERE experiment = 'openmp-threads' AND variant = 'cpu/openmp' AND threads IN (4, 6) ORDER BY threads, m.id)
GROUP BY NULL HAVING count(*) = 2;
