-- The highest ceiling of each kind on one thread and on all, by the fastest sample.
WITH high AS (
    SELECT workload, type, threads, on_host, max(peak_rate) AS rate, min(rate_unit) AS rate_unit,
           max(threads) OVER (PARTITION BY workload, on_host) AS most
    FROM compared WHERE experiment = 'ceilings' AND kind = 'cpu' AND origin = 'here'
        AND type <> iif(workload = 'multiply_add', 'int32', '')
    GROUP BY workload, type, threads, on_host
),
line AS (
    SELECT workload || on_host || ' {' || max(iif(threads = 1, rate, NULL)) || '} ' || min(rate_unit) || ' on one thread'
               || iif(most > 1, ' and {' || max(iif(threads = most, rate, NULL)) || '} on ' || most, '') AS text
    FROM high GROUP BY workload, type, on_host, most
    ORDER BY workload, type, on_host
)
SELECT 'This machine can do at most: ' || group_concat(text, '; ') || '.' FROM line HAVING count(*) > 0;
