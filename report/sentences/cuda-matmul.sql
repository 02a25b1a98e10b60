-- What the GPU gains over the serial product, and what is left of it end to end. This machine first.
WITH serial AS ( -- the report's serial program and this study's, optimized and not, at its n
    SELECT n.origin, n.machine, n.on_host, n.n, p.time_ms / 1e3 AS published_s, n.kernel_s AS optimized_s, n.kernel_said AS optimized,
           n.is_result AND u.is_result AS told, u.kernel_s AS plain_s, u.kernel_said AS plain, row_number() OVER (ORDER BY n.id, u.id) AS place
    FROM chosen n
    JOIN chosen u ON u.work = n.work AND u.experiment = n.experiment AND u.variant = 'cpu/unoptimized'
    JOIN published_matmul_cuda p ON p.variant = 'serial'
    WHERE n.experiment = 'cuda-matmul' AND n.variant = 'cpu/naive' AND n.n = 1024
),
line AS (
    SELECT id AS place, origin, iif(is_result, 'On this machine' || on_host || ' cpu/naive takes ' || kernel_said || ' s for ' || n || ' × ' || n || ' float32.',
           'Not enough rounds on this machine' || on_host || ' to tell what cpu/naive takes.') AS text
    FROM compared WHERE experiment = 'cuda-matmul' AND variant = 'cpu/naive' AND origin = 'here'
    UNION ALL
    SELECT 1e9, l.origin, iif(speedup_low IS NULL, 'Not enough rounds on ' || l.machine || ' to tell what the GPU gains.',
           'On ' || l.machine || ' gpu/shared is ' || speedup_said || ' times cpu/naive computing alone, and {'
           || t.value || '±' || coalesce(t.half, '')
           || '} times with the copies to and from the GPU (published: {' || published_total_found
           || '}, against its own serial program).')
    FROM ladder l
    LEFT JOIN ratio t ON t.above = l.first_id AND t.below = l.id AND t.clock = 'total'
    WHERE l.report = 'O' AND l.place = 4 AND speedup IS NOT NULL
    UNION ALL
    SELECT 2e9, 'here', 'How the report''s serial program was built is not said. It took {' || published_s || '} s' || opens || '; on ' || machine || on_host
           || iif(told, ' the same loops take ' || optimized || ' s as cpu/naive, optimized, and ' || plain || ' s as cpu/unoptimized'
                  || iif(published_s > max(optimized_s, plain_s), ': it is slower than either, and its time does not tell', ''),
                  ' there were not enough rounds to tell what optimization makes of the same loops') || closes || '.'
    FROM serial JOIN tone USING (origin) WHERE place = 1
)
SELECT opens || text || closes FROM line JOIN tone USING (origin) ORDER BY place;
