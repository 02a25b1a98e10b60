-- The highest ceiling of each kind on one thread and on all, of those with an interval.
WITH ceiling AS (
    SELECT *, max(threads) OVER (PARTITION BY workload, on_host) AS most
    FROM compared WHERE experiment = 'ceilings' AND kind = 'cpu' AND origin = 'here' AND type <> iif(workload = 'multiply_add', 'int32', '')
),
high AS (
    SELECT *, row_number() OVER (PARTITION BY workload, type, threads, on_host ORDER BY rate DESC, id) AS place
    FROM ceiling WHERE is_result AND threads IN (1, most)
),
line AS (
    SELECT workload, type, on_host, workload || on_host || ' ' || max(iif(threads = 1, rate_text, NULL)) || ' ' || min(rate_unit) || ' on one thread'
               || iif(most > 1, coalesce(' and ' || max(iif(threads = most, rate_text, NULL)) || ' on ' || most, ''), '') AS text
    FROM high WHERE place = 1 GROUP BY workload, type, on_host, most
)
SELECT 'Ceilings of this machine: ' || group_concat(text, '; ') || '.'
FROM (SELECT text FROM line ORDER BY workload, type, on_host)
HAVING count(text) > 0;
