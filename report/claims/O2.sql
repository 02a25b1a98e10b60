-- claim: At 4 and 6 threads the speedup is larger than the number of threads.
SELECT iif(count(*) = 2, min(over_naive > threads), NULL) AS holds,
       group_concat('cpu/openmp {' || over_naive || '} times cpu/naive on ' || threads || ' threads', ', ') AS figures,
       max(machine) AS machine
FROM (SELECT * FROM measured WHERE experiment = 'openmp-threads' AND variant = 'cpu/openmp' AND threads IN (4, 6)
      ORDER BY threads, id);
