-- The gain of the GPU over the serial product, by the kernel and end to end, and the time of the report's serial program. This machine
-- first.
WITH serial AS ( -- the report's serial program, and the same loops of this study with and without optimization, at its n
    SELECT n.origin, n.machine, n.on_host, p.time_ms / 1e3 AS published_s, n.kernel_s AS optimized_s, n.kernel_text AS optimized,
           n.is_result AND u.is_result AS is_result, u.kernel_s AS plain_s, u.kernel_text AS plain, row_number() OVER (ORDER BY n.id, u.id) AS place
    FROM chosen n
    JOIN chosen u ON u.work = n.work AND u.experiment = n.experiment AND u.variant = 'cpu/unoptimized'
    JOIN published_matmul_cuda p ON p.variant = 'serial'
    WHERE n.experiment = 'cuda-matmul' AND n.variant = 'cpu/naive' AND n.n = 1024
),
line AS (
    SELECT id AS place, origin, 'On this machine' || on_host || ' cpu/naive takes ' || kernel_text || ' s for ' || n || ' × ' || n || ' float32.' AS text
    FROM compared WHERE experiment = 'cuda-matmul' AND variant = 'cpu/naive' AND origin = 'here' AND is_result
    UNION ALL
    SELECT 1e9, l.origin, 'On ' || l.machine || ' gpu/shared is ' || speedup_text || ' times cpu/naive computing alone, and {' || t.value || '±' || t.half
           || '} times with the copies to and from the GPU (published: {' || published_total_found || '}, against its own serial program).'
    FROM ladder l
    JOIN ratio t ON t.above = l.first_id AND t.below = l.id AND t.clock = 'total'
    WHERE l.report = 'O' AND l.place = 4 AND speedup_low IS NOT NULL
    UNION ALL
    SELECT 2e9, 'here', 'The report does not state how its serial program was built. It took {' || published_s || '} s' || opens
           || iif(is_result, '; on ' || machine || on_host || ' the same loops take ' || optimized || ' s as cpu/naive, optimized, and ' || plain || ' s as cpu/unoptimized'
                  || iif(published_s > max(optimized_s, plain_s), ': it is slower than either, so its time does not show how it was built', ''), '') || closes || '.'
    FROM serial JOIN tone USING (origin) WHERE place = 1
)
SELECT opens || text || closes FROM line JOIN tone USING (origin) ORDER BY place;
