-- What threads and transposing gain on the textbook product, and what the unoptimized build hides.
WITH seen AS (
    SELECT n, threads, over_naive FROM measured WHERE experiment = 'openmp-threads' AND variant = 'cpu/openmp'
    ORDER BY threads DESC, id LIMIT 1
)
SELECT 'On ' || p.threads || ' threads cpu/openmp is {' || p.over_naive || '} times cpu/naive (n ' || p.n
       || ', int32); transposing B makes the serial program {' || s.over_naive || '} times as fast'
       || coalesce((SELECT '; against cpu/unoptimized, an unoptimized baseline, ' || u.threads
       || ' threads look like {' || u.over_unoptimized
                           || '} times where they are {' || u.over_naive || '} (n ' || u.n || ')'
                    FROM compared u WHERE u.experiment = 'openmp-threads' AND u.variant = 'cpu/openmp'
                        AND u.threads = p.threads
                      AND u.origin = 'here' AND u.over_unoptimized IS NOT NULL ORDER BY u.n DESC, u.id LIMIT 1), '')
       || '.'
FROM seen p
JOIN measured s ON s.experiment = 'openmp-threads' AND s.variant = 'cpu/transposed'
ORDER BY s.id;
