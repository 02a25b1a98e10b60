-- The highest ceiling of each kind on one thread and on all, by the fastest sample.
WITH high AS (
    SELECT workload, type, threads, max(peak_rate) AS rate, min(rate_unit) AS rate_unit,
           max(threads) OVER (PARTITION BY workload) AS most
    FROM compared WHERE experiment = 'ceilings' AND kind = 'cpu' AND origin = 'here'
        AND type <> iif(workload = 'multiply_add', 'int32', '')
    GROUP BY workload, type, threads
),
line AS (
    SELECT workload || ' {' || max(iif(threads = 1, rate, NULL)) || '} ' || min(rate_unit) || ' on one thread'
               || iif(most > 1, ' and {' || max(iif(threads = most, rate, NULL)) || '} on ' || most, '') AS text
    FROM high GROUP BY workload, type, most
    ORDER BY workload, type
)
SELECT 'This machine can do at most: ' || group_concat(text, '; ') || '.' FROM line HAVING count(*) > 0;
