-- The highest rate of each workload at its largest size, where it has an interval, and its share of the ceiling. This machine first.
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY workload, type, kind ORDER BY n DESC, rate DESC, id) AS place
    FROM compared WHERE experiment = 'size-scaling' AND (kind = 'gpu' OR origin = 'here')
),
line AS (
    SELECT origin, workload, type, kind, 'the fastest ' || workload || ' (' || type || ') on the ' || upper(kind) || iif(origin = 'reference', ' of ' || machine, '')
           || ', at its largest size, does ' || rate_text || ' ' || rate_unit || ' (' || variant || on_host || ', n ' || n
           || coalesce(', ' || threads || iif(threads = 1, ' thread', ' threads'), '')
           || coalesce(', {' || (ceiling_share * 100) || '±' || ((ceiling_share_high - ceiling_share_low) * 50) || '} % of the ceiling', '') || ')' AS text
    FROM ranked WHERE place = 1 AND is_result
),
phrase AS (
    SELECT origin, group_concat(text, '; ') || '.' AS text FROM (SELECT * FROM line ORDER BY origin, workload, type, kind) GROUP BY origin
)
SELECT group_concat(opens || upper(substr(text, 1, 1)) || substr(text, 2) || closes, ' ')
FROM (SELECT * FROM phrase JOIN tone USING (origin) ORDER BY origin)
HAVING count(*) > 0;
