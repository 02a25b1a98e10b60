-- Report O's superlinear speedup, judged from data: efficiency above 1 or not, misses, and the serial time.
WITH published AS (
    SELECT max(speedup / threads) AS plain, max(speedup_transposed / threads) AS transposed, max(serial_s + 0.0) AS serial_s,
           (SELECT group_concat(threads, ', ') FROM published_matmul_openmp WHERE speedup + 0 > threads + 0) AS above
    FROM published_matmul_openmp
),
seen AS (
    SELECT machine, threads, n, max(over_naive / threads) AS efficiency
    FROM measured WHERE experiment = 'openmp-threads' AND variant = 'cpu/openmp' AND threads > 1 HAVING count(*) > 0
)
SELECT 'The report''s speedups at ' || above || ' threads are above the number of threads: an efficiency of up to {' || plain
       || '}, and of {' || transposed || '} with B transposed.'
       || coalesce(' On ' || machine || ' the highest efficiency of cpu/openmp is {' || efficiency || '} (on ' || s.threads
                   || ' threads, n ' || n || '): '
                   || CASE WHEN efficiency > 1.02 THEN 'above 1, so the speedup is superlinear here too.'
                           WHEN efficiency > 0.98 THEN 'as good as 1, so nothing is superlinear here.'
                           ELSE 'below 1, so nothing is superlinear here.' END,
                   ' It was not measured here.')
FROM published
LEFT JOIN seen s
UNION ALL
SELECT 'Idle threads that help with communication, the report''s guess, cannot make p threads more than p times as fast;'
       || ' more cache can, as each core brings its own. Whether there is anything to gain shows in the misses: at n ' || a.n
       || ' the plain product misses the first-level cache with {' || (100 * a.first_level / a.reads)
       || '} % of its reads and a 512 KiB cache behind it with {' || (100 * a.last_level / a.reads)
       || '} %, the transposed one with {' || (100 * b.first_level / b.reads) || '} % and {'
       || (100 * b.last_level / b.reads) || '} %; so the plain program waits for memory that more caches can hold,'
       || ' and the transposed one hardly does.'
FROM misses a
JOIN misses b ON b.n = a.n AND b.variant = 'cpu/transposed'
WHERE a.variant = 'cpu/naive'
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
