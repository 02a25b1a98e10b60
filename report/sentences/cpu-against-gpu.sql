-- How much faster the GPU is at the largest size that both were measured at, and from which size on.
WITH kernel AS (SELECT * FROM crossover WHERE place = 1),
copies AS (SELECT * FROM crossover WHERE place = 2),
line AS (
    SELECT k.workload, k.type, k.on_host,
           'at ' || k.workload || ' (' || k.type || ', n ' || k.most_n || ') '
           || iif(k.gpu_origin = 'reference', 'the GPU of ' || k.gpu_machine || ' would be ', 'the GPU is ')
           || '{' || k.value || '±' || k.half || '} times as fast as the best CPU variant' || k.on_host
           || coalesce(', and {' || c.value || '±' || c.half || '} times with copies from pageable memory at n ' || c.most_n
                       || CASE WHEN c.from_n = 0 THEN ', which win at every size from ' || c.least_n || ' on'
                               WHEN c.from_n IS NULL THEN ', which win at no size'
                               ELSE ', which win from n = {' || c.from_n || '}' || iif(c.interval_said = '', '', ' (' || c.interval_said || ')') || ' on' END, '') AS text
    FROM kernel k
    LEFT JOIN copies c ON c.workload = k.workload AND c.type = k.type AND c.host = k.host
)
SELECT upper(substr(all_text, 1, 1)) || substr(all_text, 2) || '.'
FROM (SELECT group_concat(text, '; ') AS all_text FROM (SELECT text FROM line ORDER BY workload, type, on_host))
WHERE all_text IS NOT NULL;
