-- What threads and transposing gain on the textbook product, and what the unoptimized build hides.
WITH seen AS (
    SELECT machine, n, threads, over_naive_said, over_naive_low FROM measured
    WHERE experiment = 'openmp-threads' AND variant = 'cpu/openmp'
    ORDER BY over_naive_low IS NULL, threads DESC, id LIMIT 1
)
SELECT iif(p.over_naive_low IS NULL OR s.over_naive_low IS NULL,
           'Not enough rounds on ' || p.machine || ' to tell what threads and transposing gain.',
           'On ' || p.threads || ' threads cpu/openmp is ' || p.over_naive_said || ' times cpu/naive (n ' || p.n
           || ', int32); transposing B makes the serial program ' || s.over_naive_said || ' times as fast'
           || coalesce((SELECT '; against cpu/unoptimized, an unoptimized baseline, ' || u.threads || ' threads look like '
                               || u.over_unoptimized_said || ' times where they are ' || u.over_naive_said || ' (n ' || u.n || ')'
                        FROM compared u WHERE u.experiment = 'openmp-threads' AND u.variant = 'cpu/openmp'
                            AND u.threads = p.threads
                          AND u.origin = 'here' AND u.over_unoptimized_low IS NOT NULL ORDER BY u.n DESC, u.id LIMIT 1), '')
           || '.')
FROM seen p
JOIN measured s ON s.experiment = 'openmp-threads' AND s.variant = 'cpu/transposed'
ORDER BY s.id;
