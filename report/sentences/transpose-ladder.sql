-- The speedup of report T's whole ladder, and its bandwidth. This machine first.
WITH line AS (
    SELECT id AS place, origin, 'On this machine' || on_host || ' cpu/naive takes {' || (total_s / iterations * 1e3) || '±'
           || (total_half_ms / iterations) || '} ms for one transpose of ' || n || ' × ' || n || ' int32.' AS text
    FROM compared
    WHERE experiment = 'transpose-ladder' AND variant = 'cpu/naive' AND origin = 'here' AND iterations > 1 AND is_result
    UNION ALL
    SELECT 1e9, origin, 'End to end, 100 iterations and both copies included, ' || variant || ' is ' || speedup_text || ' times cpu/naive on '
           || machine || ' (published: {' || published_total_found || '}); computing alone it moves {'
           || (1e-6 * amount / kernel_ms) || '±' || coalesce(1e-6 * amount / kernel_ms / kernel_ms * kernel_half_ms, '') || '} GB/s.'
    FROM ladder
    WHERE report = 'T' AND place = (SELECT max(place) FROM ladder WHERE report = 'T' AND time_ms IS NOT NULL AND place > 1) AND speedup_low IS NOT NULL
)
SELECT opens || text || closes FROM line JOIN tone USING (origin) ORDER BY place;
