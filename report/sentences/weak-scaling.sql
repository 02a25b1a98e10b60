-- The efficiency of work that grows with the threads, each workload's largest.
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY workload, type ORDER BY most_n DESC, last_id) AS place
    FROM curves
    WHERE origin = 'here' AND scaling = 'weak' AND last_id IN (SELECT id FROM members WHERE experiment = 'weak-scaling')
),
line AS (
    SELECT workload || ' (' || type || ') with ' || variant || on_host || ' ' || iif(weak_efficiency_half IS NULL, 'has too few rounds to tell',
               'keeps {' || (100 * weak_efficiency) || '±' || (100 * weak_efficiency_half) || '} % of its efficiency on ' || most_threads || ' threads') AS text
    FROM ranked WHERE place = 1
    ORDER BY workload, type
)
SELECT 'With as much work a thread, ' || group_concat(text, '; ') || '.' FROM line HAVING count(*) > 0;
