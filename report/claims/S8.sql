-- claim: Bank conflicts appear only with blocks of 8 × 8.
WITH conflicts AS ( -- of loads and stores, at every n that was counted with both blocks
    SELECT n, max(origin) AS origin, max(machine) AS machine, min(runs) AS runs, sum(iif(block = 8, value, NULL)) AS value,
           sum(iif(block = 8, low, NULL)) AS low, sum(iif(block = 16, value, NULL)) AS other, sum(iif(block = 16, high, NULL)) AS other_high
    FROM counter_means WHERE workload = 'matmul' AND variant = 'gpu/shared' AND type = 'float32' AND metric GLOB 'bank_conflicts_*' GROUP BY n
)
SELECT min(coalesce(low > 0 AND other_high <= 0, 0)) AS surely, min(low + other_high IS NULL OR value > 0 AND other <= 0) AS possibly,
       max(origin) AS origin, max(machine) AS machine, 'counted in ' || min(runs) || iif(min(runs) = 1, ' run', ' runs') || ' each: '
       || group_concat(printf('%.0f with blocks of 8 and %.0f with blocks of 16 at n %d', value, other, n), ', ') AS figures -- one run: undecided
FROM (SELECT * FROM conflicts WHERE value + other IS NOT NULL ORDER BY n) GROUP BY NULL HAVING count(*) > 0;
