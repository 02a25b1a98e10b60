-- What pinned memory gains, and what overlap gains beyond it. This machine first.
SELECT 'On this machine the sequential IKJ product reaches {' || max(rate) || '} ' || rate_unit || ' at n ' || n
       || '.'
FROM compared WHERE experiment = 'transfer-overlap' AND variant = 'cpu/ikj' AND origin = 'here' HAVING count(*) > 0
UNION ALL
SELECT 'With more than one pair, on ' || machine || ', pinned memory alone gains {' || min(pageable_ms / pinned_ms)
       || '} to {' || max(pageable_ms / pinned_ms)
       || '} times over version 3, and overlap beyond that {' || min(pinned_ms / min(breadth_ms, depth_ms))
       || '} to {'
       || max(pinned_ms / min(breadth_ms, depth_ms)) || '} times.'
FROM orders WHERE matrices > 1 AND pinned_ms IS NOT NULL AND breadth_ms IS NOT NULL HAVING count(*) > 0;
