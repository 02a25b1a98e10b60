-- What the whole ladder of report T is worth, and its bandwidth. This machine first.
WITH line AS (
    SELECT id AS place, 'On this machine' || on_host || ' cpu/naive takes {' || (total_s / iterations * 1e3) || '} ms for one transpose of ' || n
           || ' × ' || n || ' int32.' AS text
    FROM compared
    WHERE experiment = 'transpose-ladder' AND variant = 'cpu/naive' AND origin = 'here' AND iterations > 1
    UNION ALL
    SELECT 1e9, 'End to end, 100 iterations and both copies included, ' || variant || ' is {' || speedup
           || '} times cpu/naive on ' || machine
           || ' (published: {' || published_total_found || '}); computing alone it moves {'
           || (1e-6 * amount / kernel_ms) || '} GB/s.'
    FROM ladder
    WHERE report = 'T' AND place = (SELECT max(place) FROM ladder WHERE report = 'T' AND time_ms IS NOT NULL AND place > 1)
)
SELECT text FROM line ORDER BY place;
