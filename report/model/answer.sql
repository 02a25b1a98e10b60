-- The answers of the first page, a row per workload of this machine. Read after against.sql.
--
-- A workload is answered at one size: the one with the most variants and thread counts, of those the largest; float32 before int32; no size
-- whose fastest point has no interval.
--
--   answer    best_id: the fastest CPU point of that size; all_id: its variant on the most threads; against_n: the size of the GPU's answers,
--             the same or the largest below it that both were measured at, NULL if there is none
--   energy    J per result of each point with an energy estimate; place 1: the least per operation or byte, of the points of
--             experiments/energy.sh, which repeats fast variants (other points have an estimate only if they are slow)
--   threaded  the best CPU point of every size and thread count, of the answered workloads and types

CREATE TABLE answer AS
WITH cpu AS (SELECT * FROM plain WHERE origin = 'here' AND kind = 'cpu' AND matrices = 1),
size AS (
    SELECT work, row_number() OVER (PARTITION BY workload, host ORDER BY points DESC, type, n DESC, work) AS place
    FROM (SELECT work, workload, type, n, host, count(DISTINCT variant || threads) AS points FROM cpu WHERE is_result AND work IN (SELECT work FROM best) GROUP BY work)
),
fastest AS (
    SELECT *, row_number() OVER (PARTITION BY work ORDER BY kernel_s, id) AS place,
           row_number() OVER (PARTITION BY work, shape ORDER BY threads DESC, kernel_s, id) AS place_of_shape
    FROM cpu WHERE is_result AND work IN (SELECT work FROM size WHERE place = 1)
)
SELECT f.workload, CASE f.workload WHEN 'matmul' THEN 'Matrix multiply' WHEN 'transpose' THEN 'Transpose' WHEN 'apsp' THEN 'Shortest paths'
                                   ELSE f.workload END AS title,
       CASE f.workload WHEN 'matmul' THEN 1 WHEN 'transpose' THEN 2 WHEN 'apsp' THEN 3 ELSE 4 END AS place,
       f.type, f.n, f.host, f.on_host, f.id AS best_id, a.id AS all_id,
       (SELECT max(c.n) FROM contest c WHERE c.workload = f.workload AND c.type = f.type AND c.host = f.host AND c.n <= f.n AND c.place = 1) AS against_n
FROM fastest f
JOIN fastest a ON a.work = f.work AND a.shape = f.shape AND a.place_of_shape = 1
WHERE f.place = 1;

CREATE TABLE threaded AS
SELECT workload, type, n, host, on_host, threads, id, kernel_s, kernel_low_s, kernel_high_s
FROM (SELECT p.*, row_number() OVER (PARTITION BY p.workload, p.type, p.host, p.n, p.threads ORDER BY p.kernel_s, p.id) AS place
      FROM answer a
      JOIN plain p ON p.workload = a.workload AND p.type = a.type AND p.host = a.host AND p.origin = 'here' AND p.kind = 'cpu' AND p.matrices = 1)
WHERE place = 1 AND is_result;

CREATE TABLE energy AS
SELECT g.id, g.workload, g.type, g.n, g.kind, g.origin, g.machine, g.host, g.on_host, g.variant, g.threads, g.marks, g.amount / g.iterations AS amount,
       e.time_s AS energy_j, e.half_s AS half_j,
       iif(chosen, row_number() OVER (PARTITION BY g.origin, g.host, g.workload, g.type, g.kind, chosen ORDER BY e.time_s / (g.amount / g.iterations), g.id), NULL) AS place
FROM (SELECT *, id IN (SELECT id FROM members WHERE experiment = 'energy') AS chosen FROM good) g
JOIN estimate e ON e.id = g.id AND e.clock = 'energy'
WHERE e.half_s IS NOT NULL AND g.matrices = 1 AND g.graph IS NULL;
