-- The highest rate of each workload at its largest size, where it has an interval, and its share of the ceiling.
WITH large AS (
    SELECT *, max(n) OVER (PARTITION BY workload, type, kind) AS largest FROM compared
    WHERE experiment = 'size-scaling' AND (kind = 'gpu' OR origin = 'here')
),
ranked AS (
    SELECT *, row_number() OVER (PARTITION BY workload, type, kind ORDER BY rate DESC, id) AS place
    FROM large WHERE n = largest
),
line AS (
    SELECT iif(NOT is_result, 'of ' || workload || ' (' || type || ') on the ' || upper(kind) || ' there were not enough rounds to tell',
           'the fastest ' || workload || ' (' || type || ') on the ' || upper(kind) || ', at its largest size, does ' || rate_said
           || ' ' || rate_unit || ' ('
           || variant || on_host || ', n ' || n
               || coalesce(', ' || threads || iif(threads = 1, ' thread', ' threads'), '')
               || iif(origin = 'reference', ' on ' || machine, '')
               || coalesce(', {' || (ceiling_share * 100) || '±' || ((ceiling_share_high - ceiling_share_low) * 50) || '} % of the ceiling', '')
               || ')') AS text
    FROM ranked WHERE place = 1
    ORDER BY workload, type, kind
)
SELECT upper(substr(all_text, 1, 1)) || substr(all_text, 2) || '.'
FROM (SELECT group_concat(text, '; ') AS all_text FROM line)
WHERE all_text IS NOT NULL;
