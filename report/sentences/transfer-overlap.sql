-- What pinned memory gains, and what overlap gains beyond it. This machine first.
WITH serial AS (
    SELECT * FROM compared WHERE experiment = 'transfer-overlap' AND variant = 'cpu/ikj' AND origin = 'here'
    ORDER BY rate DESC, id LIMIT 1
),
line AS (
    SELECT 1 AS place, 'On this machine the sequential IKJ product reaches {' || rate || '} ' || rate_unit || ' at n ' || n
           || '.' AS text
    FROM serial
    UNION ALL
    SELECT 2, 'With more than one pair, on ' || max(machine) || ', pinned memory alone gains {' || min(pageable_ms / pinned_ms)
           || '} to {' || max(pageable_ms / pinned_ms)
           || '} times over version 3, and overlap beyond that {' || min(pinned_ms / min(breadth_ms, depth_ms))
           || '} to {' || max(pinned_ms / min(breadth_ms, depth_ms)) || '} times.'
    FROM orders WHERE matrices > 1 AND pinned_ms IS NOT NULL AND breadth_ms IS NOT NULL HAVING count(*) > 0
)
SELECT text FROM line ORDER BY place;
