-- Report O's superlinear speedup: efficiency above 1 or not at each size, misses, and the serial time. Misses were counted on one thread
-- only, so their effect on p threads is open.
WITH published AS (
    SELECT max(speedup / threads) AS plain, max(serial_s + 0.0) AS serial_s,
           group_concat(iif(speedup + 0 > threads + 0, threads, NULL), ', ') AS above,
           group_concat(iif(speedup_transposed + 0 > threads + 0, threads, NULL), ', ') AS above_transposed,
           max(speedup_transposed / threads) AS transposed
    FROM (SELECT * FROM published_matmul_openmp ORDER BY rowid)
),
ranked AS ( -- the best thread count of each size
    SELECT *, over_naive / threads AS efficiency_naive, over_naive_low / threads AS low, over_naive_high / threads AS high,
           row_number() OVER (PARTITION BY n ORDER BY over_naive_low IS NULL, over_naive / threads DESC, id) AS place
    FROM compared
    WHERE experiment = 'openmp-threads' AND variant = 'cpu/openmp' AND threads > 1
      AND (origin, machine) = (SELECT origin, machine FROM shown WHERE experiment = 'openmp-threads')
),
line AS (
    SELECT machine, 'at n ' || n || iif(low IS NULL, ' undecided (few rounds)', ' {' || efficiency_naive || '±' || ((high - low) / 2)
           || '} (on ' || threads || ' threads, '
           || CASE WHEN low > 1 THEN 'superlinear' WHEN high < 1 THEN 'below linear' WHEN low > 0.95 AND high < 1.05 THEN 'as good as linear'
                   ELSE 'undecided' END || '), where one thread does {' || (1e-9 * amount / v.time_s) || '±'
           || (1e-9 * amount / v.time_s / v.time_s * v.half_s) || '} GOP/s') AS text
    FROM ranked
    LEFT JOIN estimate v ON v.id = naive_id AND v.clock = 'kernel'
    WHERE place = 1
    ORDER BY n
),
unoptimized AS ( -- the largest size
    SELECT * FROM compared
    WHERE experiment = 'openmp-threads' AND origin = 'here' AND variant = 'cpu/openmp' AND over_unoptimized_low IS NOT NULL
    ORDER BY n DESC, id LIMIT 1
),
phrase AS (
    SELECT 1 AS place, 'The report''s plain speedup is above the number of threads at ' || above || ' threads, an efficiency of up to {'
           || plain || '}, and that with B transposed at ' || above_transposed || ', up to {' || transposed || '}.'
           || coalesce((SELECT ' On ' || max(machine) || ' the highest efficiency of cpu/openmp over cpu/naive is '
                               || group_concat(text, '; ') || '.' FROM line),
                       ' It was not measured here.') AS text
    FROM published
    UNION ALL
    SELECT 2, 'Idle threads that help with communication, the report''s guess, cannot make p threads more than p times as fast.'
           || opens || ' In a simulated cache of 512 KiB' || coalesce((SELECT ' (on ' || machine || ')' FROM provenance WHERE source = 'cachegrind' AND origin = 'reference'), '') || ' the plain product misses '
           || group_concat('{' || plain || '} % of its reads at n ' || n, ' and ') || ', the transposed one '
           || group_concat('{' || transposed || '} %', ' and ')
           || iif(max(plain) > 4 * min(plain),
                  ': the misses are conflicts in the columns of a power of two, as the report''s 2048 is one. They make the baseline'
                  || ' slow, but each of p threads reads the same columns through a cache of its own and meets the same conflicts, so they do not explain a'
                  || ' speedup above the number of threads.', '.') || closes
           || ' Misses on p threads were not counted, so the cause of the superlinear speedup is open.'
    FROM (SELECT * FROM miss_shares JOIN tone ON origin = iif(EXISTS (SELECT 1 FROM cachegrind_here), 'here', 'reference') ORDER BY n)
    GROUP BY opens, closes
    UNION ALL
    SELECT 3, 'The baseline matters as much: the report''s serial program did {' || ((SELECT 1e-9 * operations FROM product WHERE n = '2048') / p.serial_s)
           || '} GOP/s'
           || coalesce((SELECT '. On ' || u.machine || ' the same loops without optimization (cpu/unoptimized) take {' || r.value || '±' || r.half
                               || '} times as long as cpu/naive at n ' || u.n
                               || CASE WHEN r.low > 1 THEN ', and every speedup against them is that much larger.'
                                       WHEN r.high < 1.05 THEN ': here memory limits the rate, not the compiler.' ELSE '.' END
                        FROM unoptimized u
                        JOIN ratio r ON r.above = u.unoptimized_id AND r.below = u.naive_id AND r.clock = 'kernel'
                        WHERE r.low IS NOT NULL),
                       '.')
    FROM published p
    WHERE EXISTS (SELECT 1 FROM compared WHERE experiment = 'openmp-threads' AND origin = 'here' AND unoptimized_s IS NOT NULL)
)
SELECT text FROM phrase ORDER BY place;
