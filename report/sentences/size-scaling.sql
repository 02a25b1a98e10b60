-- The highest rate of each workload at its largest size, where it has an interval, and its share of the ceiling. This machine first.
WITH large AS (
    SELECT *, max(n) OVER (PARTITION BY workload, type, kind) AS largest FROM compared
    WHERE experiment = 'size-scaling' AND (kind = 'gpu' OR origin = 'here')
),
ranked AS (
    SELECT *, row_number() OVER (PARTITION BY workload, type, kind ORDER BY rate DESC, id) AS place
    FROM large WHERE n = largest
),
line AS (
    SELECT origin, workload, type, kind, iif(NOT is_result, 'of ' || workload || ' (' || type || ') on the ' || whose || ' there were not enough rounds to tell',
           'the fastest ' || workload || ' (' || type || ') on the ' || whose || ', at its largest size, does ' || rate_said
           || ' ' || rate_unit || ' ('
           || variant || on_host || ', n ' || n
               || coalesce(', ' || threads || iif(threads = 1, ' thread', ' threads'), '')
               || coalesce(', {' || (ceiling_share * 100) || '±' || ((ceiling_share_high - ceiling_share_low) * 50) || '} % of the ceiling', '')
               || ')') AS text
    FROM (SELECT *, upper(kind) || iif(origin = 'reference', ' of ' || machine, '') AS whose FROM ranked WHERE place = 1)
),
said AS (
    SELECT origin, group_concat(text, '; ') || '.' AS text FROM (SELECT * FROM line ORDER BY origin, workload, type, kind) GROUP BY origin
)
SELECT group_concat(opens || upper(substr(text, 1, 1)) || substr(text, 2) || closes, ' ')
FROM (SELECT * FROM said JOIN tone USING (origin) ORDER BY origin)
HAVING count(*) > 0;
