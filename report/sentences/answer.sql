-- The answers of the first page, a paragraph per workload: speedup by threads, share of the ceiling, and the size from which the GPU wins.
WITH point AS (
    SELECT a.workload, a.host, a.on_host, a.place, b.label AS variant, b.threads, iif(b.over_own_low IS NULL, NULL, b.over_own_text) AS own_text, b.rate_text || ' ' || b.rate_unit AS rate_text,
           o.threads AS most_threads, iif(o.over_own_low IS NULL, NULL, o.over_own_text) AS all_text,
           ', {' || (100 * b.ceiling_share) || '±' || (50 * (b.ceiling_share_high - b.ceiling_share_low)) || '} % of the ceiling' AS share_text,
           '**' || a.title || '** (' || a.type || ', n ' || a.n || ')' || a.on_host || ': ' AS start
    FROM answer a
    JOIN beside b ON b.id = a.best_id
    JOIN beside o ON o.id = a.all_id
),
threads AS (
    SELECT *, start || CASE
           WHEN most_threads IS NULL OR most_threads = 1 AND threads = 1
               THEN variant || ' on one thread is the fastest that was measured here, ' || rate_text || coalesce(share_text, '')
           WHEN threads = most_threads AND own_text IS NOT NULL
               THEN threads || ' threads are ' || own_text || ' times as fast as one, with ' || variant || ', the fastest here: ' || rate_text
                    || coalesce(share_text, '')
           ELSE variant || ' is the fastest here, on ' || iif(threads = 1, 'one thread', threads || ' threads' || coalesce(', ' || own_text || ' times as fast as on one', ''))
                || ': ' || rate_text || coalesce(share_text, '') || iif(threads = most_threads, '', coalesce('; its ' || most_threads || ' threads are ' || all_text || ' times as fast as one', '')) END
           || '.' AS text
    FROM point
),
gpu AS (
    SELECT a.workload, a.host, k.gpu_origin,
           iif(k.gpu_origin = 'reference', 'The GPU of ' || k.gpu_machine || ' would be ', 'The GPU is ') || '{' || k.value || '±' || k.half || '} times as fast as the best CPU variant'
           || iif(a.against_n = a.n, '', ' at n ' || a.against_n)
           || coalesce(', {' || c.value || '±' || c.half || '} times with copies from pageable memory'
                       || coalesce(x.which_text, ''),
                       '. Runs with copies from pageable memory ' || x.wins_text, '')
           || '.' AS text
    FROM answer a
    JOIN contest k ON k.workload = a.workload AND k.type = a.type AND k.host = a.host AND k.n = a.against_n AND k.place = 1
    LEFT JOIN contest c ON c.workload = a.workload AND c.type = a.type AND c.host = a.host AND c.n = a.against_n AND c.place = 2
    LEFT JOIN crossover x ON x.workload = a.workload AND x.type = a.type AND x.host = a.host AND x.place = 2
)
SELECT t.text || coalesce(' ' || opens || g.text || closes, '')
FROM threads t
LEFT JOIN gpu g ON g.workload = t.workload AND g.host = t.host
LEFT JOIN tone ON origin = gpu_origin
ORDER BY t.place, t.workload, t.on_host;
