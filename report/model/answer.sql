-- The answers of the first page, a row per workload of this machine. Read after against.sql.
--
-- A workload is answered at one size: the one with the most variants and thread counts, of those the largest; float32 before int32; no size
-- whose fastest point has no interval.
--
--   answer    every figure of the first page. best_id: the fastest CPU point of that size; all_id: its variant on the most threads;
--             against_n: the size of the GPU's answers, the same or the largest below it that both were measured at, NULL if there is none
--   energy    J per result of each point with an energy estimate; place 1: the least per operation or byte, of the points of
--             experiments/energy.sh, which repeats fast variants (other points have an estimate only if they are slow)
--   threaded  the best CPU point of every size and thread count, unless no leader was measured there: a variant within 25 % of the fastest
--             at that size, on any thread count, of those that were measured on that thread count at some size

CREATE VIEW plain_cpu AS SELECT * FROM plain WHERE origin = 'here' AND kind = 'cpu' AND matrices = 1;

CREATE TABLE energy AS
SELECT g.*, time_s AS energy_j, half_s AS half_j, rounded(time_s, half_s) || ' (n ' || n || ')' AS phrase,
       iif(chosen, row_number() OVER (PARTITION BY origin, host, workload, type, kind, chosen ORDER BY time_s * iterations / amount, g.id), NULL)
       AS place, amount / iterations AS work_amount
FROM (SELECT *, id IN (SELECT id FROM members WHERE experiment = 'energy') AS chosen FROM good) g
JOIN estimate e ON e.id = g.id AND clock = 'energy'
WHERE half_s IS NOT NULL AND matrices = 1 AND graph IS NULL;

CREATE TABLE answer AS
WITH title (workload, title, place) AS (VALUES ('matmul', 'Matrix multiply', 1), ('transpose', 'Transpose', 2), ('apsp', 'Shortest paths', 3)),
size AS (
    SELECT work, row_number() OVER (PARTITION BY workload, host ORDER BY count(DISTINCT variant || threads) DESC, type, n DESC, work) AS place
    FROM plain_cpu WHERE is_result AND work IN (SELECT work FROM best) GROUP BY work, workload, type, n, host
),
chosen AS (
    SELECT f.workload, coalesce(title, f.workload) AS title, coalesce(t.place, 4) AS place, f.type, f.n, f.host, f.on_host, best_id,
           (SELECT id FROM plain_cpu c WHERE c.work = f.work AND c.setting = f.setting AND c.is_result
            ORDER BY c.threads DESC, kernel_s, id LIMIT 1) AS all_id,
           (SELECT max(n) FROM contest c WHERE race = json_array(f.workload, f.type, f.host, 1) AND c.n <= f.n) AS against_n
    FROM size s JOIN best USING (work) JOIN good f ON f.id = best_id LEFT JOIN title t ON t.workload = f.workload WHERE s.place = 1
)
SELECT a.*, b.label || ', ' || b.processor AS best_phrase, b.label AS variant, b.marks, b.threads,
       b.rate, b.rate_half, b.rate_unit, iif(b.over_own_half IS NOT NULL, b.over_own, NULL) AS best_over_own, b.over_own_half AS best_over_own_half,
       b.share, b.share_half, b.ceiling, b.ceiling_rate,
       o.threads AS all_threads, o.over_own, o.over_own_half, o.efficiency, o.efficiency_half,
       (SELECT max(recommended_threads) FROM curves JOIN good f ON f.id = first_id
        WHERE scaling = 'strong' AND f.work = b.work AND f.setting = b.setting) AS recommended,
       k.gpu_id AS kernel_id, k.gpu_variant, k.gpu_marks, k.gpu_origin, k.gpu_machine, k.value AS kernel, k.half AS kernel_half,
       c.gpu_id AS copies_id, c.value AS copies, c.half AS copies_half, x.phrase AS wins_from, x.wins,
       iif(s.cpu_id, coalesce(s.phrase, 'more than ' || (SELECT threads FROM good WHERE id = all_id)), NULL) AS equivalent,
       iif(e.cpu_id, coalesce(e.repetitions, 'never'), NULL) AS repetitions,
       ec.phrase AS cpu_energy, ec.id AS cpu_energy_id, eg.phrase AS gpu_energy, eg.marks AS gpu_energy_marks, eg.id AS gpu_energy_id
FROM chosen a
JOIN beside b ON b.id = a.best_id
LEFT JOIN beside o ON o.id = a.all_id AND o.threads > 1 AND o.over_own_half IS NOT NULL
LEFT JOIN contest k ON k.race = json_array(a.workload, a.type, a.host, 1) AND k.n = a.against_n
LEFT JOIN contest c ON c.race = json_array(a.workload, a.type, a.host, 2) AND c.n = a.against_n
LEFT JOIN crossover x ON x.race = json_array(a.workload, a.type, a.host, 2)
LEFT JOIN equivalent s ON s.cpu_id = k.cpu_id AND s.place = 1
LEFT JOIN break_even e ON e.cpu_id = c.cpu_id
LEFT JOIN energy ec ON ec.workload = a.workload AND ec.type = a.type AND ec.kind = 'cpu' AND ec.place = 1 AND ec.origin = 'here' AND ec.host = a.host
LEFT JOIN energy eg ON eg.workload = a.workload AND eg.type = a.type AND eg.kind = 'gpu' AND eg.place = 1 AND eg.origin = k.gpu_origin
    AND (eg.origin = 'reference' OR eg.host = a.host);

CREATE TABLE threaded AS
WITH tried AS (
    SELECT c.*, r.threads AS on_threads, min(kernel_s) OVER (PARTITION BY c.workload, c.type, c.host, c.n, r.threads) AS least_s
    FROM plain_cpu c JOIN (SELECT DISTINCT workload, type, host, variant, threads FROM plain_cpu) r USING (workload, type, host, variant)
)
SELECT *, count(*) OVER (PARTITION BY workload, type, host, threads) AS sizes, max(threads) OVER (PARTITION BY workload, type, host) AS most
FROM (SELECT *, row_number() OVER (PARTITION BY workload, type, host, n, threads ORDER BY kernel_s, id) AS place FROM plain_cpu)
WHERE place = 1 AND is_result AND (workload, type, host, n, threads) IN (
    SELECT t.workload, t.type, t.host, t.n, on_threads
    FROM tried t JOIN plain_cpu o ON o.work = t.work AND o.variant = t.variant AND o.threads = on_threads WHERE t.kernel_s <= 1.25 * least_s);
