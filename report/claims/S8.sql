-- claim: Bank conflicts appear only with blocks of 8 × 8.
WITH conflicts AS ( -- of loads and stores
    SELECT origin, machine, n, block, min(runs) AS runs, sum(value) AS value, sum(low) AS low, sum(high) AS high
    FROM counters
    WHERE workload = 'matmul' AND variant = 'gpu/shared' AND type = 'float32' AND block IN (8, 16) AND metric GLOB 'bank_conflicts_*'
    GROUP BY origin, machine, n, block
),
pair AS ( -- at every n that was counted with both blocks
    SELECT a.*, b.value AS other, b.high AS other_high FROM conflicts a JOIN conflicts b ON b.n = a.n AND b.block = 16 WHERE a.block = 8 ORDER BY a.n
)
SELECT iif(count(low - other_high) = count(*), min(low > 0 AND other_high <= 0), 0) AS surely, -- undecided with one run
       iif(count(low - other_high) = count(*), min(value > 0 AND other <= 0), 1) AS possibly, max(origin) AS origin, max(machine) AS machine,
       'counted in ' || min(runs) || iif(min(runs) = 1, ' run', ' runs') || ' each: '
       || group_concat(printf('%.0f with blocks of 8 and %.0f with blocks of 16 at n %d', value, other, n), ', ') AS figures
FROM pair HAVING count(*) > 0;
