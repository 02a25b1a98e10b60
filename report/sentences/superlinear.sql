-- Report O's superlinear speedup, judged from data: efficiency above 1 or not at each size, misses, and the serial time.
WITH published AS (
    SELECT max(speedup / threads) AS plain, max(serial_s + 0.0) AS serial_s,
           group_concat(iif(speedup + 0 > threads + 0, threads, NULL), ', ') AS above,
           group_concat(iif(speedup_transposed + 0 > threads + 0, threads, NULL), ', ') AS above_transposed,
           max(speedup_transposed / threads) AS transposed
    FROM (SELECT * FROM published_matmul_openmp ORDER BY rowid)
),
ranked AS ( -- the best thread count of each size
    SELECT *, over_naive / threads AS efficiency_naive,
           row_number() OVER (PARTITION BY n ORDER BY over_naive / threads DESC, id) AS place
    FROM compared
    WHERE experiment = 'openmp-threads' AND variant = 'cpu/openmp' AND threads > 1
      AND (origin, machine) = (SELECT origin, machine FROM shown WHERE experiment = 'openmp-threads')
),
line AS (
    SELECT machine, 'at n ' || n || ' {' || efficiency_naive || '} (on ' || threads || ' threads, '
           || CASE WHEN efficiency_naive > 1.05 THEN 'superlinear' WHEN efficiency_naive > 0.95 THEN 'as good as linear'
                   ELSE 'below linear' END
           || iif(marks LIKE '%few%', ', few samples', '') || '), where one thread does {' || (1e-9 * amount / naive_s)
           || '} GOP/s' AS text
    FROM ranked WHERE place = 1
    ORDER BY n
),
unoptimized AS ( -- the largest size
    SELECT * FROM compared
    WHERE experiment = 'openmp-threads' AND origin = 'here' AND variant = 'cpu/openmp' AND unoptimized_s IS NOT NULL
    ORDER BY n DESC, id LIMIT 1
),
said AS (
    SELECT 1 AS place, 'The report''s plain speedup is above the number of threads at ' || above || ' threads, an efficiency of up to {'
           || plain || '}, and that with B transposed at ' || above_transposed || ', up to {' || transposed || '}.'
           || coalesce((SELECT ' On ' || max(machine) || ' the highest efficiency of cpu/openmp over cpu/naive is '
                               || group_concat(text, '; ') || '.' FROM line),
                       ' It was not measured here.') AS text
    FROM published
    UNION ALL
    SELECT 2, 'Idle threads that help with communication, the report''s guess, cannot make p threads more than p times as fast;'
           || ' a serial program that waits for its cache can. In a simulated cache of 512 KiB the plain product misses '
           || group_concat('{' || plain || '} % of its reads at n ' || n, ' and ') || ', the transposed one '
           || group_concat('{' || transposed || '} %', ' and ')
           || iif(max(plain) > 4 * min(plain),
                  ': the misses are conflicts in the columns of a power of two. They slow the baseline, so the speedups against it'
                  || ' tell of the size more than of the threads; the report''s 2048 is a power of two.', '.')
    FROM (SELECT * FROM miss_shares ORDER BY n)
    HAVING count(*) > 0
    UNION ALL
    SELECT 3, 'The baseline matters as much: the report''s serial program did {' || ((SELECT 1e-9 * operations FROM product WHERE n = '2048') / p.serial_s)
           || '} GOP/s. On ' || machine || ' cpu/naive takes {' || naive_s || '} s at n ' || n
           || ' and the same loops without optimization (cpu/unoptimized) {' || unoptimized_s || '} s: {'
           || (unoptimized_s / naive_s) || '} times as long'
           || iif(unoptimized_s > 1.05 * naive_s, ', and every speedup against them is that much larger.',
                  ': here memory sets the pace, not the compiler.')
    FROM unoptimized
    JOIN published p
)
SELECT text FROM said ORDER BY place;
