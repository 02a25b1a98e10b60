-- The gains of threads and of transposing on the textbook product, and how an unoptimized baseline inflates them.
WITH seen AS (
    SELECT machine, n, threads, over_naive_text FROM measured
    WHERE experiment = 'openmp-threads' AND variant = 'cpu/openmp' AND over_naive_low IS NOT NULL
    ORDER BY threads DESC, id LIMIT 1
)
SELECT 'On ' || p.threads || ' threads cpu/openmp is ' || p.over_naive_text || ' times cpu/naive (n ' || p.n
       || ', int32); transposing B makes the serial program ' || s.over_naive_text || ' times as fast'
       || coalesce((SELECT '; against cpu/unoptimized, an unoptimized baseline, ' || u.threads || ' threads look like '
                           || u.over_unoptimized_text || ' times where they are ' || u.over_naive_text || ' (n ' || u.n || ')'
                    FROM compared u WHERE u.experiment = 'openmp-threads' AND u.variant = 'cpu/openmp' AND u.threads = p.threads
                      AND u.origin = 'here' AND u.over_unoptimized_low IS NOT NULL ORDER BY u.n DESC, u.id LIMIT 1), '')
       || '.'
FROM seen p
JOIN measured s ON s.experiment = 'openmp-threads' AND s.variant = 'cpu/transposed' AND s.over_naive_low IS NOT NULL
ORDER BY s.id;
