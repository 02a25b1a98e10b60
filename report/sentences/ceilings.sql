-- The highest ceiling of each kind on one thread and on all, of those with an interval.
WITH ceiling AS (
    SELECT *, max(threads) OVER (PARTITION BY workload, on_host) AS most
    FROM compared WHERE experiment = 'ceilings' AND kind = 'cpu' AND origin = 'here'
        AND type <> iif(workload = 'multiply_add', 'int32', '')
),
high AS (
    SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY workload, type, threads, on_host ORDER BY rate DESC, id) AS place
                   FROM ceiling WHERE is_result AND threads IN (1, most))
    WHERE place = 1
),
line AS (
    SELECT workload, type, on_host, workload || on_host || ' ' || max(iif(threads = 1, rate_said, NULL)) || ' ' || min(rate_unit) || ' on one thread'
               || iif(most > 1, coalesce(' and ' || max(iif(threads = most, rate_said, NULL)) || ' on ' || most, ''), '') AS text
    FROM high GROUP BY workload, type, on_host, most
)
SELECT 'This machine can do at most: ' || group_concat(text, '; ') || '.'
FROM (SELECT text FROM line ORDER BY workload, type, on_host)
HAVING count(text) > 0
UNION ALL
SELECT 'Not enough rounds to tell what this machine can do at most.'
WHERE EXISTS (SELECT 1 FROM ceiling) AND NOT EXISTS (SELECT 1 FROM line WHERE text IS NOT NULL);
