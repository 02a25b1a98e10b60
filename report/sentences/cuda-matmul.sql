-- What the GPU gains over the serial product, and what is left of it end to end. This machine first.
WITH line AS (
    SELECT id AS place, iif(is_result, 'On this machine' || on_host || ' cpu/naive takes ' || kernel_said || ' s for ' || n || ' × ' || n || ' float32.',
           'Not enough rounds on this machine' || on_host || ' to tell what cpu/naive takes.') AS text
    FROM compared WHERE experiment = 'cuda-matmul' AND variant = 'cpu/naive' AND origin = 'here'
    UNION ALL
    SELECT 1e9, iif(speedup_low IS NULL, 'Not enough rounds on ' || l.machine || ' to tell what the GPU gains.',
           'On ' || l.machine || ' gpu/shared is ' || speedup_said || ' times cpu/naive computing alone, and {'
           || t.value || '±' || coalesce(t.half, '')
           || '} times with the copies to and from the GPU (published: {' || published_total_found
           || '}, against its own serial program).')
    FROM ladder l
    LEFT JOIN ratio t ON t.above = l.first_id AND t.below = l.id AND t.clock = 'total'
    WHERE l.report = 'O' AND l.place = 4 AND speedup IS NOT NULL
)
SELECT text FROM line ORDER BY place;
