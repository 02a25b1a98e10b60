-- The lowest and the highest rate of each rung over its library's. This machine first.
WITH ranked AS (
    SELECT *, over_library AS value, over_library_half AS half, row_number() OVER (PARTITION BY origin, workload, variant, host ORDER BY over_library, id) AS worst,
           row_number() OVER (PARTITION BY origin, workload, variant, host ORDER BY over_library DESC, id) AS best
    FROM beside_library WHERE over_library_low IS NOT NULL
),
span AS ( -- best_id is compared's, the best CPU point
    SELECT w.*, b.id AS top_id, b.value AS top_value, b.half AS top_half FROM ranked w
    JOIN ranked b ON b.origin = w.origin AND b.workload = w.workload AND b.variant = w.variant AND b.host = w.host AND b.best = 1
    WHERE w.worst = 1
),
phrase AS (
    SELECT origin, iif(origin = 'reference', 'On ' || max(machine) || ' ', '')
           || group_concat(variant || on_host || ' (' || workload || ') runs at ' || iif(id = top_id, '{' || value || '±' || half || '}',
                           'between {' || value || '±' || half || '} and {' || top_value || '±' || top_half || '}') || ' times the rate of ' || library, '; ')
           || '.' AS text
    FROM (SELECT * FROM span ORDER BY origin, workload, variant, on_host)
    GROUP BY origin
)
SELECT group_concat(opens || text || closes, ' ')
FROM (SELECT * FROM phrase JOIN tone USING (origin) ORDER BY origin)
HAVING count(*) > 0;
