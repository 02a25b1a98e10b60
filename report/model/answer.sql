-- The answers of the first page, a row per workload of this machine. Read after against.sql.
--
-- A workload is answered for the type with the most variants; of as many float32 before int32, types of 16 bits last. At one size: the largest
-- at which the fastest variant was measured on one thread and on all with half intervals of 30 % or less, in one run; no multiple of 64, where
-- plain code is slowed by its caches, if another one is within a factor of four. Several hosts stand on a size of all of them, if there is one.
-- Without such a size there is no speedup, and if no fastest point is so precise no answer.
--
--   titles    names of workloads and their order on the page
--   answer    every figure of the first page. best_id: the fastest CPU point of that size; all_id: its variant on the most threads;
--             against_n: the size of the GPU's answers, the same or the largest below it that both were measured at, NULL if there is none
--   energy    J per result of each point with an energy estimate; place 1: the least per operation or byte, of the points of
--             experiments/energy.sh, which repeats fast variants (other points have an estimate only if they are slow)
--   answer_lines  the same, a row per figure of a table: text, footnotes and point
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

CREATE TABLE titles (workload, title, place);
INSERT INTO titles VALUES ('matmul', 'Matrix multiply', 1), ('transpose', 'Transpose', 2), ('apsp', 'Shortest paths', 3);

CREATE TABLE answer AS
WITH reach AS ( -- is_precise: half an interval is at most 30 % of the time; a size below an eighth of the one that stands for all is no answer
    SELECT *, is_result AND kernel_half_ms <= 0.3 * kernel_ms
              AND 8 * n >= standing_n(max(iif(n % 64 > 0, n, NULL)) OVER sizes, max(n) OVER sizes) AS is_precise,
           max(threads) OVER (PARTITION BY workload, type, host, setting) AS most
    FROM plain_cpu
    WINDOW sizes AS (PARTITION BY workload, type, host)
),
breadth AS (SELECT workload, type, count(DISTINCT variant) AS variants FROM plain_cpu GROUP BY workload, type),
sized AS ( -- where the fastest was measured precisely; is_scaled: on one thread and on the most threads of any size too, in one run
    SELECT f.workload, f.type, f.n, f.host, f.on_host, f.work, f.id AS best_id, coalesce(a.id, f.id) AS all_id, o.id IS NOT NULL AS is_scaled, variants
    FROM best JOIN reach f ON f.id = best.best_id
    JOIN breadth ON breadth.workload = f.workload AND breadth.type = f.type
    LEFT JOIN reach a ON a.work = f.work AND a.setting = f.setting AND a.threads = f.most AND a.is_precise
    LEFT JOIN beside b ON b.id = a.id AND NOT own_apart AND (own_id = b.id OR b.over_own_half IS NOT NULL)
    LEFT JOIN reach o ON o.id = own_id AND o.is_precise
    WHERE f.is_precise
),
size AS ( -- hosts: of several those where it is such a size; all_scaled: scaled on each of them
    SELECT *, max(iif(n % 64 > 0, n, 0)) OVER sizes AS odd_n, max(n) OVER sizes AS most_n
    FROM sized JOIN (SELECT workload, type, n, count(*) AS hosts, min(scaled) AS all_scaled
                     FROM (SELECT workload, type, n, host, max(is_scaled) AS scaled FROM sized GROUP BY 1, 2, 3, 4) GROUP BY 1, 2, 3)
         USING (workload, type, n)
    WINDOW sizes AS (PARTITION BY workload, type, host, all_scaled, hosts)
),
chosen AS (
    SELECT *, iif(against_n = n, '', ', n ' || against_n) AS elsewhere
    FROM (SELECT s.*, coalesce(title, s.workload) AS title, coalesce(t.place, 4) AS place, (SELECT max(n) FROM contest c
            WHERE race = json_array(s.workload, s.type, s.host, 1) AND c.n <= s.n AND NOT apart) AS against_n
    FROM (SELECT *, row_number() OVER (PARTITION BY workload, host
              ORDER BY hosts DESC, variants DESC, type LIKE '%16', type, all_scaled DESC, n DESC, is_scaled DESC, all_id) AS choice
          FROM size WHERE n = standing_n(odd_n, most_n)) s
    LEFT JOIN titles t ON t.workload = s.workload
    WHERE choice = 1)
),
tied AS ( -- the other variants that the interval of the ratio does not separate from the fastest
    SELECT best_id, group_concat(label, ', ') AS others
    FROM (SELECT a.best_id, c.label FROM chosen a JOIN good f ON f.id = a.best_id
          JOIN good c ON c.work = a.work AND c.kind = 'cpu' AND c.is_result AND c.label <> f.label
          JOIN ratio r ON r.above = c.id AND r.below = f.id AND r.clock = 'kernel' AND r.low <= 1
          GROUP BY a.best_id, c.label ORDER BY a.best_id, min(c.kernel_s), c.label)
    GROUP BY best_id
)
SELECT a.*, b.label || ', ' || b.processor AS best_phrase, others, b.label AS variant, b.marks, b.threads,
       (SELECT group_concat(threads, ' and ') FROM (
            SELECT DISTINCT c.threads FROM good c JOIN ratio r ON r.above = c.id AND r.below = a.best_id AND r.clock = 'kernel' AND r.low <= 1
            WHERE c.work = b.work AND c.kind = 'cpu' AND c.is_result AND c.label = b.label AND c.threads <> b.threads ORDER BY c.threads)) AS also_on,
       b.rate, b.rate_half, b.rate_unit, iif(is_scaled, b.over_own, NULL) AS best_over_own, b.over_own_half AS best_over_own_half,
       iif(b.share_half <= 0.3 * b.share, b.share, NULL) AS share, b.share_half, 100 * b.ceiling_share_high AS share_high, b.is_unbound, o.threads AS all_threads, iif(is_scaled, o.over_own, NULL) AS over_own,
       o.over_own_half, iif(is_scaled, o.efficiency, NULL) AS efficiency, o.efficiency_half,
       coalesce(recommended, (SELECT recommended || ' (n ' || n || ')' FROM advice v JOIN good g USING (work, setting)
            WHERE g.workload = a.workload AND g.type = a.type AND g.host = a.host AND g.variant = b.variant ORDER BY n DESC LIMIT 1)) AS recommended,
       b.ceiling_rate AS roof, (SELECT max(rate_half) FROM good u WHERE u.rate = b.ceiling_rate AND u.host = b.host AND u.threads = b.threads) AS roof_half,
       CASE substr(b.ceiling, 1, 4) WHEN 'copy' THEN 'a copy of as many bytes' WHEN 'mult' THEN 'multiply-adds alone' ELSE 'additions and minima alone' END
       AS roof_of,
       k.cpu_variant || ' with ' || k.processor AS against_phrase, k.gpu_id AS kernel_id, k.gpu_variant, k.gpu_marks, k.gpu_origin, k.gpu_machine,
       k.value AS kernel, k.half AS kernel_half,
       c.gpu_id AS copies_id, c.value AS copies, c.half AS copies_half, x.phrase AS wins_from,
       (SELECT group_concat(wins || ' with ' || ways, '; ')
        FROM (SELECT wins, group_concat(way, ', ') AS ways FROM (SELECT * FROM crossover ORDER BY place)
              WHERE race IN (json_array(a.workload, a.type, a.host, 2), json_array(a.workload, a.type, a.host, 3),
                             json_array(a.workload, a.type, a.host, 4)) AND NOT is_apart GROUP BY wins ORDER BY min(place))) AS wins,
       iif(s.cpu_id, coalesce(s.phrase, 'more than ' || (SELECT threads FROM good WHERE id = all_id)) || elsewhere, NULL) AS equivalent,
       e.phrase || elsewhere AS repetitions,
       ec.phrase AS cpu_energy, ec.id AS cpu_energy_id, eg.phrase AS gpu_energy, eg.marks AS gpu_energy_marks, eg.id AS gpu_energy_id
FROM chosen a
JOIN beside b ON b.id = a.best_id
JOIN beside o ON o.id = a.all_id
LEFT JOIN tied ON tied.best_id = a.best_id
LEFT JOIN advice ON advice.work = b.work AND advice.setting = b.setting
LEFT JOIN contest k ON k.race = json_array(a.workload, a.type, a.host, 1) AND k.n = a.against_n
LEFT JOIN contest c ON c.race = json_array(a.workload, a.type, a.host, 2) AND c.n = a.against_n AND NOT c.apart
LEFT JOIN crossover x ON x.race = json_array(a.workload, a.type, a.host, 2) AND NOT x.is_apart
LEFT JOIN equivalent s ON s.cpu_id = k.cpu_id AND s.place = 1
LEFT JOIN break_even e ON e.cpu_id = c.cpu_id
LEFT JOIN energy ec ON ec.workload = a.workload AND ec.type = a.type AND ec.kind = 'cpu' AND ec.place = 1 AND ec.origin = 'here' AND ec.host = a.host
LEFT JOIN energy eg ON eg.workload = a.workload AND eg.type = a.type AND eg.kind = 'gpu' AND eg.place = 1 AND eg.origin = k.gpu_origin
    AND (eg.origin = 'reference' OR eg.host = a.host);

CREATE VIEW answer_lines AS
SELECT place, a.title, a.workload, a.type, n, host, on_host, key AS line, json_extract(value, '$[0]') AS figure, json_extract(value, '$[1]') AS text,
       json_extract(value, '$[2]') AS marks, json_extract(value, '$[3]') AS point
FROM answer a, json_each(json_array(
    json_array('type and size', a.type || ', n ' || n, '', best_id),
    json_array('best variants', best_phrase || coalesce(', not separated from ' || others, ''), marks, best_id),
    json_array('speedup on all threads', iif(all_threads > 1, rounded(over_own, over_own_half) || ' on ' || all_threads, NULL), '', all_id),
    json_array('efficiency on all threads', iif(all_threads > 1, rounded(efficiency, efficiency_half), NULL), '', all_id),
    json_array('recommended threads', recommended, '', best_id),
    json_array('share of the ceiling (%)', rounded(share, share_half), '', best_id),
    json_array('equivalent threads', equivalent, gpu_marks, kernel_id),
    json_array('break-even (repetitions)', repetitions, gpu_marks, copies_id),
    json_array('energy of a result, CPU (J)', cpu_energy, '', cpu_energy_id),
    json_array('energy of a result, GPU (J)', gpu_energy, gpu_energy_marks, gpu_energy_id)))
WHERE text IS NOT NULL;

CREATE TABLE threaded AS
WITH tried AS (
    SELECT c.workload, c.type, c.host, n, work, c.variant, kernel_s, r.threads AS on_threads,
           min(kernel_s) OVER (PARTITION BY c.workload, c.type, c.host, n, r.threads) AS least_s
    FROM plain_cpu c JOIN (SELECT DISTINCT workload, type, host, variant, threads FROM plain_cpu) r USING (workload, type, host, variant)
)
SELECT *, count(*) OVER (PARTITION BY workload, type, host, threads) AS sizes, max(threads) OVER (PARTITION BY workload, type, host) AS most
FROM (SELECT *, row_number() OVER (PARTITION BY workload, type, host, n, threads ORDER BY kernel_s, id) AS place FROM plain_cpu)
WHERE place = 1 AND is_result AND (workload, type, host, n, threads) IN (
    SELECT t.workload, t.type, t.host, t.n, on_threads
    FROM tried t JOIN plain_cpu o ON o.work = t.work AND o.variant = t.variant AND o.threads = on_threads WHERE t.kernel_s <= 1.25 * least_s);
