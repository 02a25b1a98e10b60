-- The CPU against the GPU at the same sizes. Read after compare.sql.
--
--   grid        the sizes that take part, and for random graphs the edge counts: those with the most variants. A size is left out if fewer
--               than half of the variants were tried there, or if it lacks the fastest variant of the nearest sizes with more variants
--   plain       the points that take part: warm caches, generated input, no ceilings
--   contest     a row per size and way: this machine's best CPU point, the best GPU point, and their ratio if both have intervals. The
--               ways: kernel alone; end to end with copies from pageable memory, from pinned memory, and overlapped among matrices
--   crossover   a row per workload and way: the size n from which the GPU wins (from_n; interval low_n to high_n; 0: at every size;
--               NULL: not at the largest), `phrase` for a cell, `wins` for a sentence
--   equivalent  a row per size and way: the thread count of the best CPU variant that equals the GPU; `number` has the interval, phrase
--               has ~ where a scaling law predicts it
--   break_even  a row per size: the number of repetitions on resident data after which the GPU has amortized its copies
--
-- Points of all experiments count; most sizes are those of experiments/size-scaling.sh. The GPU is this machine's, otherwise the reference's
-- (gpu_origin).

CREATE TABLE grid AS
WITH tried AS (
    SELECT DISTINCT json_array(origin, host, workload, type) AS source, json_array(origin, host, kind, workload, type) AS family, origin, host, kind, workload,
                    type, n, edges, variant
    FROM points WHERE iterations = 1 AND graph IS NULL
),
graphs AS (
    SELECT source, n, edges, row_number() OVER (PARTITION BY source, n ORDER BY count(*) DESC, edges DESC) AS place FROM tried GROUP BY source, n, edges
),
size AS (
    SELECT family, t.n, t.edges, origin, host, kind, workload, type, count(*) AS variants
    FROM tried t JOIN graphs g ON g.source = t.source AND g.n = t.n AND g.edges IS t.edges AND g.place = 1
    GROUP BY family, t.n
),
surrounded AS (
    SELECT s.*, max(s.variants) OVER (PARTITION BY s.family) AS most, max(iif(o.n < s.n, o.n, NULL)) AS below_n, min(iif(o.n > s.n, o.n, NULL)) AS above_n
    FROM size s LEFT JOIN size o ON o.family = s.family AND o.variants > s.variants
    GROUP BY s.family, s.n
),
measured AS (
    SELECT family, s.n, variant, row_number() OVER (PARTITION BY family, s.n ORDER BY kernel_s, id) AS place
    FROM size s JOIN good g USING (origin, host, kind, workload, type, n)
    WHERE g.edges IS s.edges AND iterations = 1 AND graph IS NULL AND coalesce(cache, 'warm') = 'warm' AND matrices = 1
)
SELECT origin, host, kind, workload, type, n, edges FROM surrounded b
WHERE 2 * variants >= most
  AND (coalesce(below_n, above_n) IS NULL
       OR EXISTS (SELECT 1 FROM measured f JOIN measured o USING (family, variant)
                  WHERE family = b.family AND f.n IN (b.below_n, b.above_n) AND f.place = 1 AND o.n = b.n));

CREATE TABLE plain AS
SELECT good.* FROM good JOIN grid USING (origin, host, kind, workload, type, n)
WHERE good.edges IS grid.edges AND iterations = 1 AND graph IS NULL AND coalesce(cache, 'warm') = 'warm'
  AND workload NOT IN (SELECT workload FROM points JOIN members USING (id) WHERE experiment = 'ceilings');

CREATE TABLE contest AS
WITH gpu AS (SELECT * FROM plain WHERE kind = 'gpu'),
way (way, place, clock, transfers) AS (
    VALUES ('kernel', 1, 'kernel', '*'), ('pageable copies', 2, 'total', 'pageable'), ('pinned copies', 3, 'total', 'pinned'),
           ('overlapped copies', 4, 'total', 'overlap*')
),
candidate AS ( -- the best of a size may have been measured for another experiment
    SELECT c.workload, c.type, c.n, c.machine, c.host, c.on_host, place, way, clock, c.id AS cpu_id, c.label AS cpu_variant, c.marks AS cpu_marks, c.threads,
           c.kernel_s AS cpu_s, g.id AS gpu_id, g.variant AS gpu_variant, g.marks AS gpu_marks, g.origin AS gpu_origin, g.machine AS gpu_machine,
           g.matrices, iif(clock = 'kernel', g.kernel_s, g.total_s) / g.matrices AS gpu_s
    FROM plain c
    JOIN gpu g ON g.workload = c.workload AND g.type = c.type AND g.n = c.n AND g.edges IS c.edges
    JOIN way ON g.transfer GLOB transfers AND (g.matrices > 1) = (place = 4)
    WHERE c.origin = 'here' AND c.kind = 'cpu' AND c.matrices = 1 AND c.id IN (SELECT best_id FROM best)
      AND (g.origin = 'here' AND g.machine = c.machine AND g.host = c.host
           OR g.origin = 'reference' AND NOT EXISTS (SELECT 1 FROM gpu o WHERE o.origin = 'here' AND o.host = c.host AND o.workload = c.workload))
),
choice AS (
    SELECT *, json_array(workload, type, host, place) AS race, row_number() OVER (PARTITION BY workload, type, n, host, place ORDER BY gpu_s, cpu_s, gpu_id, cpu_id) AS choice
    FROM candidate
)
SELECT c.*, r.value * matrices AS value, r.low * matrices AS low, r.high * matrices AS high, r.half * matrices AS half
FROM choice c
JOIN ratio r ON r.above = cpu_id AND r.below = gpu_id AND r.clock = c.clock
WHERE choice = 1 AND r.low IS NOT NULL;

-- The n at which the ratio passes 1 and stays above for all larger n, interpolated between two sizes on logarithmic axes. Its interval comes
-- from the ends of the ratio's interval.
CREATE TABLE crossover AS
WITH ends AS (
    SELECT race, n, 'from_n' AS name, value AS ratio FROM contest UNION ALL SELECT race, n, 'low_n', high FROM contest UNION ALL SELECT race, n, 'high_n', low FROM contest
),
step AS ( -- last 1: the largest n with a ratio below 1, or any if there is none
    SELECT *, lead(n) OVER (PARTITION BY race, name ORDER BY n) AS next_n, lead(ratio) OVER (PARTITION BY race, name ORDER BY n) AS next_ratio,
           row_number() OVER (PARTITION BY race, name ORDER BY ratio >= 1, n DESC) AS last
    FROM ends
),
passed AS (
    SELECT race, name, iif(ratio >= 1, 0, n * exp(ln(1 / ratio) * ln(1.0 * next_n / n) / ln(next_ratio / ratio))) AS at_n FROM step WHERE last = 1
),
across AS (
    SELECT c.race, min(n) AS least_n, max(n) AS most_n, count(DISTINCT n) AS sizes, max(value) < 1 AS never, max(iif(name = 'from_n', at_n, NULL)) AS from_n,
           max(iif(name = 'low_n', at_n, NULL)) AS low_n, max(iif(name = 'high_n', at_n, NULL)) AS high_n
    FROM contest c JOIN passed USING (race) GROUP BY c.race
),
phrase AS (
    SELECT *, CASE WHEN from_n = 0 THEN 'below ' || least_n WHEN from_n > 0 THEN rounded(from_n) WHEN never THEN 'none up to ' || most_n ELSE 'not at ' || most_n END AS phrase,
           CASE WHEN low_n = 0 AND high_n = 0 OR low_n IS NULL AND high_n IS NULL THEN ''
                ELSE iif(low_n = 0, 'below ' || least_n, rounded(low_n))
                     || CASE WHEN high_n IS NULL THEN ' to none up to ' || most_n WHEN high_n = 0 THEN '' ELSE ' to ' || rounded(high_n) END END AS interval_text
    FROM across
)
SELECT p.*, c.*, iif(sizes = 1, NULL,
       CASE WHEN from_n > 0 THEN 'wins from n ' || rounded(from_n) WHEN from_n = 0 THEN 'wins at every size from n ' || least_n
            WHEN never THEN 'wins at no size up to n ' || most_n ELSE 'does not win at n ' || most_n END
       || iif(interval_text = '', '', ' (' || interval_text || ')') || iif(from_n IS NULL, '', ' on')) AS wins
FROM phrase p JOIN contest c ON c.race = p.race AND c.n = p.most_n;

-- The fewest threads on which the best CPU variant takes no longer than the GPU, interpolated between two thread counts on logarithmic axes.
-- If all measured thread counts take longer, the scaling law predicts the number, up to twice the most; NULL: none suffices. Few and many are
-- for a GPU slower or faster by the ratio's interval. Only for sizes measured on several thread counts.
CREATE TABLE equivalent AS
WITH line AS ( -- of the best variant, all its numbers of threads
    SELECT DISTINCT c.cpu_id, g.threads, g.kernel_s
    FROM contest c JOIN plain b ON b.id = c.cpu_id JOIN plain g ON g.work = b.work AND g.shape = b.shape AND g.is_result
),
curve AS (
    SELECT *, lag(threads) OVER steps AS fewer, lag(kernel_s) OVER steps AS fewer_s, max(threads) OVER (PARTITION BY cpu_id) AS most_threads,
           max(iif(threads = 1, kernel_s, NULL)) OVER (PARTITION BY cpu_id) AS one_s
    FROM line WINDOW steps AS (PARTITION BY cpu_id ORDER BY threads)
),
goal AS (
    SELECT cpu_id, gpu_id, place, column1 AS name, gpu_s * CASE column1 WHEN 'few' THEN value / low WHEN 'many' THEN value / high ELSE 1 END AS goal_s
    FROM contest JOIN (VALUES ('threads'), ('few'), ('many'))
),
reached AS (
    SELECT o.*, most_threads, goal_s / one_s AS share, (SELECT min(threads) FROM curve t WHERE t.cpu_id = o.cpu_id AND kernel_s <= goal_s) AS at_threads
    FROM goal o JOIN (SELECT DISTINCT cpu_id, most_threads, one_s FROM curve WHERE fewer > 0) USING (cpu_id)
),
law AS (
    SELECT b.id AS cpu_id, coalesce(serial, 0) AS s, coalesce(coherency, 0) AS k
    FROM good b
    JOIN good f ON f.work = b.work AND f.shape = b.shape
    JOIN curves c ON c.first_id = f.id AND scaling = 'strong' AND law IS NOT NULL
    WHERE b.id IN (SELECT cpu_id FROM contest)
),
solved AS ( -- by the law: the smaller p with (1 + s (p - 1) + k p (p - 1)) / p = share
    SELECT r.*, at_threads IS NULL AS by_law,
           CASE WHEN at_threads IS NULL THEN iif(share > s - k, 2 * (1 - s) / (share - s + k + sqrt(pow(share - s + k, 2) - 4 * k * (1 - s))), NULL)
                ELSE coalesce(fewer * exp(ln(fewer_s / goal_s) * ln(1.0 * at_threads / fewer) / ln(fewer_s / kernel_s)), 1.0 * at_threads) END AS solution
    FROM reached r
    LEFT JOIN curve c ON c.cpu_id = r.cpu_id AND c.threads = at_threads
    LEFT JOIN law l ON l.cpu_id = r.cpu_id
),
bounded AS (
    SELECT cpu_id, gpu_id, place, max(most_threads) AS most_threads, max(iif(name = 'threads', number, NULL)) AS threads, max(iif(name = 'few', number, NULL)) AS few,
           max(iif(name = 'many', number, NULL)) AS many,
           coalesce(max(iif(name = 'threads' AND number > 0, by_law, NULL)), max(iif(name = 'few' AND number > 0, by_law, NULL))) AS by_law
    FROM (SELECT *, iif(solution <= 2 * most_threads, max(solution, iif(by_law, 1.0 * most_threads, 1.0)), NULL) AS number FROM solved)
    GROUP BY cpu_id, gpu_id, place
)
SELECT *, iif(by_law, '~', '') || number AS phrase
FROM (SELECT *, CASE WHEN many IS NULL THEN iif(threads > 1, rounded(threads, NULL) || ' (', '') || iif(few = 1, '1', rounded(few)) || ' to no number' || iif(threads > 1, ')', '')
                     WHEN threads = 1 THEN '1' WHEN many > few THEN rounded(threads, (many - few) / 2) ELSE rounded(threads) END AS number
      FROM bounded);

-- The fewest repetitions on resident data that make copies and kernels together faster than the CPU. The interval combines the ends of the
-- ratio's and of the copies' intervals. NULL: never, because the kernel alone is no faster.
CREATE TABLE break_even AS
WITH copies AS (
    SELECT id, sum(time_s) AS copy_s, sum(low_s) AS copy_low_s, sum(high_s) AS copy_high_s
    FROM estimate WHERE clock IN ('h2d', 'd2h') GROUP BY id HAVING count(*) = 2
)
SELECT c.race, c.n, cpu_id, gpu_id, iif(r.value > 1, max(1, cast(ceil(copy_s / (k.kernel_s * (r.value - 1))) AS integer)), NULL) AS repetitions,
       iif(r.high > 1, max(1, cast(ceil(copy_low_s / (k.kernel_s * (r.high - 1))) AS integer)), NULL) AS least,
       iif(r.low > 1, max(1, cast(ceil(copy_high_s / (k.kernel_s * (r.low - 1))) AS integer)), NULL) AS most
FROM contest c
JOIN good k ON k.id = c.gpu_id
JOIN copies ON copies.id = c.gpu_id
JOIN ratio r ON r.above = c.cpu_id AND r.below = c.gpu_id AND r.clock = 'kernel'
WHERE c.place = 2;
