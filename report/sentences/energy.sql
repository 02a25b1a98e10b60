-- The energy of a result of each workload, on the CPU and on the GPU, where an operation takes the least.
WITH line AS (
    SELECT workload, type, kind, host, workload || ' (' || type || ', n ' || n || ') on the ' || upper(kind) || iif(origin = 'reference', ' of ' || machine, '') || on_host || ' {' || energy_j || '±' || half_j || '} J with ' || variant AS text,
           origin
    FROM energy WHERE place = 1
)
SELECT 'A result takes ' || group_concat(iif(origin = 'reference', '«' || text || '»', text), '; ') || ', idle power included.'
FROM (SELECT * FROM line ORDER BY workload, type, kind, host, origin) HAVING count(*) > 0;
