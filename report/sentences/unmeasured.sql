-- Workloads without an answer on the first page, in one line.
WITH missing AS (
    SELECT group_concat(name, ', ') AS names
    FROM (SELECT column1 AS name FROM (VALUES ('matmul'), ('transpose'), ('apsp')) WHERE column1 NOT IN (SELECT workload FROM answer))
),
alone AS ( -- workloads without a GPU result
    SELECT group_concat(workload, ', ') AS names, count(*) AS count FROM (SELECT DISTINCT workload, place FROM answer WHERE against_n IS NULL ORDER BY place, workload)
),
line AS (
    SELECT 'Not measured on this CPU in five rounds: ' || names || '.' AS text FROM missing WHERE names IS NOT NULL
    UNION ALL
    SELECT 'No GPU was measured in five rounds' || iif(count < (SELECT count(DISTINCT workload) FROM answer), ' at the sizes of ' || names, ' at these sizes') || ', here or on a reference machine.'
    FROM alone WHERE names IS NOT NULL
)
SELECT group_concat(text, ' ') FROM line HAVING count(*) > 0;
