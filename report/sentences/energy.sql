-- The energy per result of each workload on the CPU and on the GPU, at the least energy per operation. This machine first.
WITH line AS (
    SELECT workload, type, kind, host, workload || ' (' || type || ', n ' || n || ') on the ' || upper(kind) || iif(origin = 'reference', ' of ' || machine, '') || on_host || ' {' || energy_j || '±' || half_j || '} J with ' || variant AS text,
           origin
    FROM energy WHERE place = 1
),
phrase AS (
    SELECT origin, 'A result takes ' || group_concat(text, '; ') || ', idle power included.' AS text
    FROM (SELECT * FROM line ORDER BY origin, workload, type, kind, host) GROUP BY origin
)
SELECT group_concat(opens || text || closes, ' ')
FROM (SELECT * FROM phrase JOIN tone USING (origin) ORDER BY origin)
HAVING count(*) > 0;
