-- The weak-scaling efficiency of each workload at its largest size.
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY workload, type ORDER BY most_n DESC, last_id) AS place
    FROM curves
    WHERE origin = 'here' AND scaling = 'weak' AND last_id IN (SELECT id FROM members WHERE experiment = 'weak-scaling')
),
line AS (
    SELECT workload || ' (' || type || ') with ' || variant || on_host || ' ' || 'has an efficiency of {' || (100 * weak_efficiency) || '±' || (100 * weak_efficiency_half) || '} % on ' || most_threads || ' threads' AS text
    FROM ranked WHERE place = 1 AND weak_efficiency_half IS NOT NULL
    ORDER BY workload, type
)
SELECT 'With as much work a thread, ' || group_concat(text, '; ') || '.' FROM line HAVING count(*) > 0;
