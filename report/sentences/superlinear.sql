-- Report O's superlinear speedup, judged from data: efficiency above 1 or not at each size, misses, and the serial time.
WITH published AS (
    SELECT max(speedup / threads) AS plain, max(serial_s + 0.0) AS serial_s,
           (SELECT group_concat(threads, ', ') FROM published_matmul_openmp WHERE speedup + 0 > threads + 0) AS above,
           (SELECT group_concat(threads, ', ') FROM published_matmul_openmp WHERE speedup_transposed + 0 > threads + 0)
           AS above_transposed,
           max(speedup_transposed / threads) AS transposed
    FROM published_matmul_openmp
),
seen AS ( -- the best thread count of each size
    SELECT machine, n, threads, max(over_naive / threads) AS efficiency, naive_s, marks
    FROM compared
    WHERE experiment = 'openmp-threads' AND variant = 'cpu/openmp' AND threads > 1
      AND origin = (SELECT origin FROM shown WHERE experiment = 'openmp-threads')
    GROUP BY machine, n
),
line AS (
    SELECT machine, 'at n ' || n || ' {' || efficiency || '} (on ' || threads || ' threads, '
           || CASE WHEN efficiency > 1.05 THEN 'superlinear' WHEN efficiency > 0.95 THEN 'as good as linear'
                   ELSE 'below linear' END
           || iif(marks LIKE '%few%', ', few samples', '') || '), where one thread does {' || (2e-9 * n * n * n / naive_s)
           || '} GOP/s' AS text
    FROM seen ORDER BY n
)
SELECT 'The report''s plain speedup is above the number of threads at ' || above || ' threads, an efficiency of up to {'
       || plain || '}, and that with B transposed at ' || above_transposed || ', up to {' || transposed || '}.'
       || coalesce((SELECT ' On ' || machine || ' the highest efficiency of cpu/openmp over cpu/naive is '
                           || group_concat(text, '; ') || '.' FROM line GROUP BY machine),
                   ' It was not measured here.')
FROM published
UNION ALL
SELECT 'Idle threads that help with communication, the report''s guess, cannot make p threads more than p times as fast;'
       || ' a serial program that waits for its cache can. In a simulated cache of 512 KiB the plain product misses '
       || group_concat('{' || plain || '} % of its reads at n ' || n, ' and ') || ', the transposed one '
       || group_concat('{' || transposed || '} %', ' and ')
       || iif(max(plain) > 4 * min(plain),
              ': the misses are conflicts in the columns of a power of two. They slow the baseline, so the speedups against it'
              || ' tell of the size more than of the threads; the report''s 2048 is a power of two.', '.')
FROM miss_shares
HAVING count(*) > 0
UNION ALL
SELECT 'The baseline matters as much: the report''s serial program did {' || (2e-9 * 2048 * 2048 * 2048 / p.serial_s)
       || '} GOP/s. On ' || machine || ' cpu/naive takes {' || naive_s || '} s at n ' || max(n)
       || ' and the same loops without optimization (cpu/unoptimized) {' || unoptimized_s || '} s: {'
       || (unoptimized_s / naive_s) || '} times as long'
       || iif(unoptimized_s > 1.05 * naive_s, ', and every speedup against them is that much larger.',
              ': here memory sets the pace, not the compiler.')
FROM compared
JOIN published p
WHERE experiment = 'openmp-threads' AND origin = 'here' AND variant = 'cpu/openmp' AND unoptimized_s IS NOT NULL
HAVING count(*) > 0;
