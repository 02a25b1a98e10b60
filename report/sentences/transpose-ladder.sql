-- What the whole ladder of report T is worth, and its bandwidth. This machine first.
WITH line AS (
    SELECT id AS place, origin, iif(is_result, 'On this machine' || on_host || ' cpu/naive takes {' || (total_s / iterations * 1e3) || '±'
           || coalesce(total_half_ms / iterations, '') || '} ms for one transpose of ' || n || ' × ' || n || ' int32.',
           'Not enough rounds on this machine' || on_host || ' to tell what cpu/naive takes.') AS text
    FROM compared
    WHERE experiment = 'transpose-ladder' AND variant = 'cpu/naive' AND origin = 'here' AND iterations > 1
    UNION ALL
    SELECT 1e9, origin, iif(speedup_low IS NULL, 'Not enough rounds on ' || machine || ' to tell what the ladder is worth.',
           'End to end, 100 iterations and both copies included, ' || variant || ' is ' || speedup_said || ' times cpu/naive on '
           || machine || ' (published: {' || published_total_found || '}); computing alone it moves {'
           || (1e-6 * amount / kernel_ms) || '±' || coalesce(1e-6 * amount / kernel_ms / kernel_ms * kernel_half_ms, '') || '} GB/s.')
    FROM ladder
    WHERE report = 'T' AND place = (SELECT max(place) FROM ladder WHERE report = 'T' AND time_ms IS NOT NULL AND place > 1)
)
SELECT opens || text || closes FROM line JOIN tone USING (origin) ORDER BY place;
