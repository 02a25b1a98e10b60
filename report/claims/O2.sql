-- claim: At 4 and 6 threads the speedup is larger than the number of threads.
SELECT iif(count(over_naive_low) = 2, min(over_naive_low > threads), NULL) AS surely, min(over_naive_high > threads) AS possibly,
       iif(count(*) = 2, group_concat('cpu/openmp ' || phrase || ' times cpu/naive on ' || threads || ' threads', ', '),
           NULL) AS figures, max(origin) AS origin, max(machine) AS machine
FROM (SELECT m.*, r.phrase FROM measured m JOIN quoted r ON r.above = m.naive_id AND r.below = m.id AND r.clock = 'kernel'
      WHERE experiment = 'openmp-threads' AND variant = 'cpu/openmp' AND threads IN (4, 6)
      ORDER BY threads, m.id);
