-- The answers of the first page, a row per workload of this machine. Read after against.sql.
--
-- A workload is answered at one size: the one with the most variants and thread counts, of those the largest; float32 before int32; no size
-- whose fastest point has no interval.
--
--   answer    best_id: the fastest CPU point of that size; all_id: its variant on the most threads; against_n: the size of the GPU's answers,
--             the same or the largest below it that both were measured at, NULL if there is none
--   answered  the same with every figure of the first page
--   energy    J per result of each point with an energy estimate; place 1: the least per operation or byte, of the points of
--             experiments/energy.sh, which repeats fast variants (other points have an estimate only if they are slow)
--   threaded  the best CPU point of every size and thread count, unless no leader was measured there: a variant within 25 % of the fastest
--             at that size, on any thread count, of those that were measured on that thread count at some size

CREATE TABLE answer AS
WITH cpu AS (SELECT * FROM plain WHERE origin = 'here' AND kind = 'cpu' AND matrices = 1 AND is_result AND work IN (SELECT work FROM best)),
size AS (
    SELECT work, row_number() OVER (PARTITION BY workload, host ORDER BY count(DISTINCT variant || threads) DESC, type, n DESC, work) AS place
    FROM cpu GROUP BY work, workload, type, n, host
),
fastest AS (
    SELECT *, row_number() OVER (PARTITION BY work ORDER BY kernel_s, id) AS place,
           row_number() OVER (PARTITION BY work, shape ORDER BY threads DESC, kernel_s, id) AS place_of_shape
    FROM cpu WHERE work IN (SELECT work FROM size WHERE place = 1)
)
SELECT f.workload, title, t.place, f.type, f.n, f.host, f.on_host, f.id AS best_id, a.id AS all_id,
       (SELECT max(c.n) FROM contest c WHERE c.workload = f.workload AND c.type = f.type AND c.host = f.host AND c.n <= f.n AND c.place = 1) AS against_n
FROM fastest f
JOIN fastest a ON a.work = f.work AND a.shape = f.shape AND a.place_of_shape = 1
JOIN (SELECT column1 AS workload, column2 AS title, column3 AS place
      FROM (VALUES ('matmul', 'Matrix multiply', 1), ('transpose', 'Transpose', 2), ('apsp', 'Shortest paths', 3))) t ON t.workload = f.workload
WHERE f.place = 1;

CREATE TABLE energy AS
SELECT g.id, g.workload, g.type, g.n, g.kind, g.origin, g.machine, g.host, g.on_host, g.variant, g.threads, g.marks, g.amount / g.iterations AS amount,
       e.time_s AS energy_j, e.half_s AS half_j,
       iif(chosen, row_number() OVER (PARTITION BY g.origin, g.host, g.workload, g.type, g.kind, chosen ORDER BY e.time_s / (g.amount / g.iterations), g.id), NULL) AS place
FROM (SELECT *, id IN (SELECT id FROM members WHERE experiment = 'energy') AS chosen FROM good) g
JOIN estimate e ON e.id = g.id AND e.clock = 'energy'
WHERE e.half_s IS NOT NULL AND g.matrices = 1 AND g.graph IS NULL;

CREATE TABLE answered AS
WITH spent AS (
    SELECT *, rounded(energy_j, half_j) || ', ' || variant || ', n ' || n AS phrase, rounded(energy_j, half_j) || ' (n ' || n || ')' AS short,
           row_number() OVER (PARTITION BY workload, type, kind ORDER BY origin, on_host) AS choice
    FROM energy WHERE place = 1
)
SELECT a.*, b.label || iif(b.threads > 1, ', ' || b.threads || ' threads', ', one thread') AS best_phrase, b.label AS variant, b.marks, b.threads,
       b.rate, b.rate_half, b.rate_unit, iif(b.over_own_half IS NOT NULL, b.over_own, NULL) AS best_over_own, b.over_own_half AS best_over_own_half,
       100 * b.ceiling_share AS share, 50 * (b.ceiling_share_high - b.ceiling_share_low) AS share_half,
       iif(o.threads > 1, o.threads, NULL) AS all_threads, iif(o.threads > 1 AND o.over_own_half IS NOT NULL, o.over_own, NULL) AS over_own, o.over_own_half,
       iif(o.threads > 1 AND o.over_own_half IS NOT NULL, o.efficiency, NULL) AS efficiency, o.efficiency_half,
       (SELECT max(recommended_threads) FROM curves JOIN good f ON f.id = first_id WHERE scaling = 'strong' AND f.work = b.work AND f.shape = b.shape) AS recommended,
       k.gpu_id AS kernel_id, k.gpu_variant, k.gpu_marks, k.gpu_origin, k.gpu_machine, k.value AS kernel, k.half AS kernel_half,
       c.gpu_id AS copies_id, c.value AS copies, c.half AS copies_half, x.phrase AS wins_from, x.wins, s.most_threads, s.phrase AS equivalent, s.number,
       s.by_law, iif(e.cpu_id IS NULL, NULL, coalesce(e.repetitions, 'never')) AS repetitions,
       ec.phrase AS cpu_energy, ec.short AS cpu_joule, ec.id AS cpu_energy_id,
       eg.phrase AS gpu_energy, eg.short AS gpu_joule, eg.marks AS gpu_energy_marks, eg.id AS gpu_energy_id
FROM answer a
JOIN beside b ON b.id = a.best_id
JOIN beside o ON o.id = a.all_id
LEFT JOIN contest k ON k.race = json_array(a.workload, a.type, a.host, 1) AND k.n = a.against_n
LEFT JOIN contest c ON c.race = json_array(a.workload, a.type, a.host, 2) AND c.n = a.against_n
LEFT JOIN crossover x ON x.race = json_array(a.workload, a.type, a.host, 2)
LEFT JOIN equivalent s ON s.cpu_id = k.cpu_id AND s.gpu_id = k.gpu_id AND s.place = 1
LEFT JOIN break_even e ON e.cpu_id = c.cpu_id AND e.gpu_id = c.gpu_id
LEFT JOIN spent ec ON ec.workload = a.workload AND ec.type = a.type AND ec.kind = 'cpu' AND ec.origin = 'here' AND ec.host = a.host
LEFT JOIN spent eg ON eg.workload = a.workload AND eg.type = a.type AND eg.kind = 'gpu' AND eg.choice = 1;

CREATE TABLE threaded AS
WITH cpu AS (SELECT * FROM plain WHERE origin = 'here' AND kind = 'cpu' AND matrices = 1),
tried AS (
    SELECT c.*, r.threads AS on_threads, min(kernel_s) OVER (PARTITION BY c.workload, c.type, c.host, c.n, r.threads) AS least_s
    FROM cpu c JOIN (SELECT DISTINCT workload, type, host, variant, threads FROM cpu) r USING (workload, type, host, variant)
)
SELECT workload, type, n, host, on_host, threads, id, kernel_s, kernel_low_s, kernel_high_s
FROM (SELECT *, row_number() OVER (PARTITION BY workload, type, host, n, threads ORDER BY kernel_s, id) AS place FROM cpu) c
WHERE place = 1 AND is_result AND (workload, type, host, n, threads) IN (
    SELECT t.workload, t.type, t.host, t.n, t.on_threads FROM tried t
    JOIN cpu o ON o.work = t.work AND o.variant = t.variant AND o.threads = t.on_threads WHERE t.kernel_s <= 1.25 * least_s);
