-- The GPU's speedup at the largest common size, the size from which it wins, the repetitions that amortize its copies, and the equivalent
-- thread count. This machine first.
WITH kernel AS (SELECT * FROM crossover WHERE place = 1),
copies AS (SELECT * FROM crossover WHERE place = 2),
faster AS (
    SELECT k.gpu_origin AS origin, k.workload, k.type, k.on_host,
           'at ' || k.workload || ' (' || k.type || ', n ' || k.most_n || ') '
           || iif(k.gpu_origin = 'reference', 'the GPU of ' || k.gpu_machine || ' would be ', 'the GPU is ')
           || '{' || k.value || '±' || k.half || '} times as fast as the best CPU variant' || k.on_host
           || coalesce(', and {' || c.value || '±' || c.half || '} times with copies from pageable memory at n ' || c.most_n || c.which_text, '') AS text
    FROM kernel k
    LEFT JOIN copies c ON c.workload = k.workload AND c.type = k.type AND c.host = k.host
),
paid AS ( -- at the largest size
    SELECT c.gpu_origin AS origin, b.workload, b.type, c.on_host,
           CASE WHEN b.repetitions IS NULL THEN 'never at ' WHEN b.repetitions = 1 THEN 'by the first repetition at ' ELSE 'after ' || b.repetitions || ' repetitions at ' END
           || b.workload || ' (' || b.type || ', n ' || b.n || ')' || c.on_host AS text
    FROM break_even b
    JOIN copies c ON c.workload = b.workload AND c.type = b.type AND c.host = b.host AND c.most_n = b.n
),
work AS ( -- at the largest size measured on several thread counts
    SELECT c.gpu_origin AS origin, c.workload, c.type, c.on_host,
           CASE WHEN e.number_text IS NULL THEN 'of no number of threads' WHEN e.number_text = '1' THEN 'of one thread'
                ELSE 'of ' || e.number_text || iif(e.number_text LIKE '% no number', ' of threads', ' threads') END || iif(e.by_law, ' (by the law of its curve)', '') || ' of '
           || c.cpu_variant || ' at ' || c.workload || ' (' || c.type || ', n ' || c.n || ')' || c.on_host AS text,
           row_number() OVER (PARTITION BY c.workload, c.type, c.host ORDER BY c.n DESC) AS place
    FROM contest c JOIN equivalent e ON e.cpu_id = c.cpu_id AND e.gpu_id = c.gpu_id AND e.place = c.place
    WHERE c.place = 1
),
phrase AS ( -- a sentence per machine
    SELECT 1 AS line, origin, 'A' || substr(group_concat(text, '; '), 2) AS text FROM (SELECT * FROM faster ORDER BY origin, workload, type, on_host) GROUP BY origin
    UNION ALL
    SELECT 2, origin, 'Copies from pageable memory ' || iif(origin = 'reference', 'would be', 'are') || ' amortized, if the data stay on the GPU, ' || group_concat(text, ', ')
    FROM (SELECT * FROM paid ORDER BY origin, workload, type, on_host) GROUP BY origin
    UNION ALL
    SELECT 3, origin, 'The kernel ' || iif(origin = 'reference', 'would do', 'does') || ' the work ' || group_concat(text, ', ')
    FROM (SELECT * FROM work WHERE place = 1 ORDER BY origin, workload, type, on_host) GROUP BY origin
)
SELECT group_concat(opens || text || '.' || closes, ' ')
FROM (SELECT * FROM phrase JOIN tone USING (origin) ORDER BY origin, line)
HAVING count(*) > 0;
