-- The CPU against the GPU at the same sizes. Read after compare.sql.
--
--   grid        the sizes that take part, and for random graphs the edge counts: those with the most variants. A size is left out if fewer
--               than half of the variants were measured there, or if it lacks the fastest variant of the nearest sizes with more variants
--   plain       the points that take part
--   contest     a row per size and way: this machine's best CPU point, the best GPU point, and their ratio if both have intervals. The
--               ways: kernel alone; end to end with copies from pageable memory, from pinned memory, and overlapped among matrices
--   crossover   a row per workload and way: the size n from which the GPU wins (from_n; interval low_n to high_n); wins_text and
--               which_text are the clauses for sentences
--   equivalent  a row per size and way: the thread count of the best CPU variant that equals the GPU; number_text has the interval; phrase
--               is the same in a cell, with ~ if a scaling law predicts it
--   break_even  a row per size: the number of repetitions on resident data after which the GPU has amortized its copies
--
-- Points of all experiments count; most sizes are those of experiments/size-scaling.sh. The GPU is this machine's, otherwise the reference's
-- (gpu_origin).

CREATE TABLE tried AS
SELECT DISTINCT origin, host, kind, workload, type, n, edges, variant FROM points WHERE iterations = 1 AND graph IS NULL;

CREATE TABLE grid AS
WITH graphs AS (
    SELECT origin, host, workload, type, n, edges,
           row_number() OVER (PARTITION BY origin, host, workload, type, n ORDER BY count(*) DESC, edges DESC) AS place
    FROM tried GROUP BY origin, host, workload, type, n, edges
),
size AS (
    SELECT t.origin, t.host, t.kind, t.workload, t.type, t.n, t.edges, count(*) AS variants
    FROM tried t
    JOIN graphs g ON g.origin = t.origin AND g.host = t.host AND g.workload = t.workload AND g.type = t.type AND g.n = t.n AND g.edges IS t.edges
    WHERE g.place = 1
    GROUP BY t.origin, t.host, t.kind, t.workload, t.type, t.n
),
surrounded AS (
    SELECT s.*, max(s.variants) OVER (PARTITION BY s.origin, s.host, s.kind, s.workload, s.type) AS most,
           max(iif(o.n < s.n, o.n, NULL)) AS below_n, min(iif(o.n > s.n, o.n, NULL)) AS above_n
    FROM size s
    LEFT JOIN size o ON o.origin = s.origin AND o.host = s.host AND o.kind = s.kind AND o.workload = s.workload AND o.type = s.type AND o.variants > s.variants
    GROUP BY s.origin, s.host, s.kind, s.workload, s.type, s.n
),
fastest AS (
    SELECT origin, host, kind, workload, type, n, edges, variant,
           row_number() OVER (PARTITION BY origin, host, kind, workload, type, n, edges ORDER BY kernel_s, id) AS place
    FROM good WHERE iterations = 1 AND graph IS NULL AND coalesce(cache, 'warm') = 'warm' AND matrices = 1
)
SELECT origin, host, kind, workload, type, n, edges
FROM surrounded b
WHERE 2 * variants >= most
  AND (coalesce(below_n, above_n) IS NULL OR EXISTS (
      SELECT 1 FROM size o
      JOIN fastest f ON f.origin = o.origin AND f.host = o.host AND f.kind = o.kind AND f.workload = o.workload AND f.type = o.type AND f.n = o.n
          AND f.edges IS o.edges AND f.place = 1
      JOIN tried t ON t.origin = b.origin AND t.host = b.host AND t.kind = b.kind AND t.workload = b.workload AND t.type = b.type AND t.n = b.n
          AND t.edges IS b.edges AND t.variant = f.variant
      WHERE o.origin = b.origin AND o.host = b.host AND o.kind = b.kind AND o.workload = b.workload AND o.type = b.type AND o.n IN (b.below_n, b.above_n)));

CREATE TABLE plain AS -- warm caches, generated input, no ceilings
SELECT good.* FROM good JOIN grid USING (origin, host, kind, workload, type, n)
WHERE good.edges IS grid.edges AND iterations = 1 AND graph IS NULL AND coalesce(cache, 'warm') = 'warm'
  AND workload NOT IN (SELECT workload FROM points JOIN members USING (id) WHERE experiment = 'ceilings');

CREATE TABLE contest AS
WITH cpu AS ( -- the best of a size may have been measured for another experiment
    SELECT * FROM plain WHERE origin = 'here' AND kind = 'cpu' AND matrices = 1 AND id IN (SELECT best_id FROM best)
),
gpu AS (
    SELECT * FROM plain WHERE kind = 'gpu'
),
way (way, place, clock, transfers) AS (
    VALUES ('kernel', 1, 'kernel', '*'), ('pageable copies', 2, 'total', 'pageable'), ('pinned copies', 3, 'total', 'pinned'),
           ('overlapped copies', 4, 'total', 'overlap*')
),
candidate AS (
    SELECT c.workload, c.type, c.n, c.machine, c.host, c.on_host, w.place, w.way, w.clock, c.id AS cpu_id, c.label AS cpu_variant,
           c.marks AS cpu_marks, c.threads, c.kernel_s AS cpu_s, g.id AS gpu_id, g.variant AS gpu_variant, g.marks AS gpu_marks, g.origin AS gpu_origin,
           g.machine AS gpu_machine, g.matrices, iif(clock = 'kernel', g.kernel_s, g.total_s) / g.matrices AS gpu_s
    FROM cpu c
    JOIN gpu g ON g.workload = c.workload AND g.type = c.type AND g.n = c.n AND g.edges IS c.edges
    JOIN way w ON g.transfer GLOB w.transfers AND (g.matrices = 1 OR w.place = 4) AND (g.matrices > 1 OR w.place < 4)
    WHERE g.origin = 'here' AND g.machine = c.machine AND g.host = c.host
       OR g.origin = 'reference' AND NOT EXISTS (SELECT 1 FROM gpu o WHERE o.origin = 'here' AND o.host = c.host AND o.workload = c.workload)
),
choice AS (
    SELECT *, row_number() OVER (PARTITION BY workload, type, n, host, place ORDER BY gpu_s, cpu_s, gpu_id, cpu_id) AS choice
    FROM candidate
)
SELECT c.workload, c.type, c.n, c.machine, c.host, c.on_host, place, way, c.clock, cpu_id, cpu_variant, cpu_marks, threads, cpu_s,
       gpu_id, gpu_variant, gpu_marks, gpu_origin, gpu_machine, gpu_s,
       r.value * matrices AS value, r.low * matrices AS low, r.high * matrices AS high, r.half * matrices AS half
FROM choice c
JOIN ratio r ON r.above = cpu_id AND r.below = gpu_id AND r.clock = c.clock
WHERE choice = 1 AND r.low IS NOT NULL;

-- The n at which the ratio passes 1 and stays above for all larger n, interpolated between two sizes on logarithmic axes. Its interval comes
-- from the ends of the ratio's interval. 0: above 1 at every size; NULL: below 1 at the largest.
CREATE TABLE crossover AS
WITH ends AS (
    SELECT workload, type, machine, host, on_host, place, n, 'from_n' AS name, value AS ratio FROM contest
    UNION ALL SELECT workload, type, machine, host, on_host, place, n, 'low_n', high FROM contest
    UNION ALL SELECT workload, type, machine, host, on_host, place, n, 'high_n', low FROM contest
),
last AS (
    SELECT workload, type, machine, host, on_host, place, name, min(n) AS least_n, max(n) AS most_n, count(*) AS sizes,
           max(iif(ratio < 1, n, NULL)) AS below_n, max(ratio) AS most_ratio
    FROM ends GROUP BY workload, type, machine, host, on_host, place, name
),
passed AS (
    SELECT l.*, CASE WHEN below_n IS NULL THEN 0
                     WHEN below_n < most_n THEN b.n * exp(ln(1 / b.ratio) * ln(1.0 * a.n / b.n) / ln(a.ratio / b.ratio)) END AS at_n
    FROM last l
    LEFT JOIN ends b ON b.workload = l.workload AND b.type = l.type AND b.host = l.host AND b.place = l.place AND b.name = l.name
                        AND b.n = l.below_n
    LEFT JOIN ends a ON a.workload = l.workload AND a.type = l.type AND a.host = l.host AND a.place = l.place AND a.name = l.name
                        AND a.n = (SELECT min(n) FROM ends o WHERE o.workload = l.workload AND o.type = l.type AND o.host = l.host
                                                                   AND o.place = l.place AND o.name = l.name AND o.n > l.below_n)
),
across AS (
    SELECT workload, type, machine, host, on_host, place, least_n, most_n, sizes, max(iif(name = 'from_n', at_n, NULL)) AS from_n,
           max(iif(name = 'low_n', at_n, NULL)) AS low_n, max(iif(name = 'high_n', at_n, NULL)) AS high_n,
           max(iif(name = 'from_n', most_ratio, NULL)) < 1 AS never, max(iif(name = 'low_n', most_ratio, NULL)) < 1 AS surely_never
    FROM passed GROUP BY workload, type, machine, host, on_host, place, least_n, most_n, sizes
),
phrase AS (
    SELECT a.*, way, gpu_id, gpu_origin, gpu_machine, gpu_variant, gpu_marks, cpu_variant, cpu_marks, threads, value, half, low, high,
           CASE WHEN from_n = 0 THEN 'below ' || least_n WHEN from_n > 0 THEN rounded(from_n)
                WHEN never THEN 'none up to ' || a.most_n ELSE 'not at ' || a.most_n END AS phrase,
           CASE WHEN low_n = 0 AND high_n = 0 OR low_n IS NULL AND high_n IS NULL THEN ''
                ELSE CASE WHEN low_n = 0 THEN 'below ' || least_n ELSE rounded(low_n) END
                     || CASE WHEN high_n IS NULL THEN ' to none up to ' || a.most_n WHEN high_n = 0 THEN '' ELSE ' to ' || rounded(high_n) END
           END AS interval_text
    FROM across a
    JOIN contest c ON c.workload = a.workload AND c.type = a.type AND c.host = a.host AND c.place = a.place AND c.n = a.most_n
),
wins AS (
    SELECT *, CASE WHEN from_n > 0 THEN 'win from n = ' || rounded(from_n) || iif(interval_text = '', '', ' (' || interval_text || ')') || ' on'
                   WHEN from_n = 0 THEN iif(sizes = 1, 'win at n ' || least_n, 'win at every size from ' || least_n || ' on')
                        || CASE WHEN high_n IS NULL THEN ', but not surely' WHEN high_n > 0 THEN ' (surely from n = ' || rounded(high_n) || ' on)' ELSE '' END
                   WHEN surely_never AND sizes > 1 THEN 'win at no size up to ' || most_n ELSE 'do not win at n ' || most_n END AS wins_text
    FROM phrase
)
SELECT *, iif(sizes = 1, ', at the only size that both were measured at', ', which ' || wins_text) AS which_text FROM wins;

-- The fewest threads on which the best CPU variant takes no longer than the GPU, interpolated between two thread counts on logarithmic axes.
-- If all measured thread counts take longer, the scaling law predicts the number, up to twice the most; NULL: none suffices. Few and many are
-- for a GPU slower or faster by the ratio's interval. Only for sizes measured on several thread counts.
CREATE TABLE equivalent AS
WITH curve AS ( -- of the best variant, all its numbers of threads
    SELECT DISTINCT c.cpu_id, g.threads, g.kernel_s
    FROM contest c
    JOIN plain b ON b.id = c.cpu_id
    JOIN plain g ON g.work = b.work AND g.shape = b.shape AND g.is_result
    WHERE (SELECT count(DISTINCT o.threads) FROM plain o WHERE o.work = b.work AND o.shape = b.shape AND o.is_result) > 1
),
limit_time AS (
    SELECT cpu_id, gpu_id, place, 'threads' AS name, gpu_s AS limit_s FROM contest
    UNION ALL SELECT cpu_id, gpu_id, place, 'few', gpu_s * value / low FROM contest
    UNION ALL SELECT cpu_id, gpu_id, place, 'many', gpu_s * value / high FROM contest
),
reached AS (
    SELECT a.*, (SELECT min(threads) FROM curve t WHERE t.cpu_id = a.cpu_id AND t.kernel_s <= limit_s) AS at_threads,
           (SELECT max(threads) FROM curve t WHERE t.cpu_id = a.cpu_id) AS most_threads,
           (SELECT min(threads) FROM curve t WHERE t.cpu_id = a.cpu_id) AS least_threads,
           (SELECT kernel_s FROM curve t WHERE t.cpu_id = a.cpu_id AND t.threads = 1) AS one_s
    FROM limit_time a WHERE cpu_id IN (SELECT cpu_id FROM curve)
),
law AS (
    SELECT l.cpu_id, coalesce(serial, 0) AS s, coalesce(coherency, 0) AS k
    FROM (SELECT DISTINCT cpu_id FROM contest) l
    JOIN good b ON b.id = l.cpu_id
    JOIN good f ON f.work = b.work AND f.shape = b.shape
    JOIN curves c ON c.first_id = f.id AND scaling = 'strong' AND law IS NOT NULL
),
solved AS (
    SELECT r.*, CASE
        WHEN at_threads = least_threads THEN 1.0 * at_threads
        WHEN at_threads IS NOT NULL THEN below.threads * exp(ln(below.kernel_s / limit_s) * ln(1.0 * above.threads / below.threads)
                                                            / ln(below.kernel_s / above.kernel_s))
        WHEN k > 0 AND (s - k - limit_s / one_s) * (s - k - limit_s / one_s) >= 4 * k * (1 - s) AND limit_s / one_s > s - k
            THEN (limit_s / one_s - s + k - sqrt((s - k - limit_s / one_s) * (s - k - limit_s / one_s) - 4 * k * (1 - s))) / (2 * k)
        WHEN k = 0 AND limit_s / one_s > s THEN (1 - s) / (limit_s / one_s - s) END AS solution,
        at_threads IS NULL AS by_law
    FROM reached r
    LEFT JOIN curve above ON above.cpu_id = r.cpu_id AND above.threads = at_threads
    LEFT JOIN curve below ON below.cpu_id = r.cpu_id
        AND below.threads = (SELECT max(threads) FROM curve t WHERE t.cpu_id = r.cpu_id AND t.threads < at_threads)
    LEFT JOIN law l ON l.cpu_id = r.cpu_id
)
SELECT *, iif(by_law, '~', '') || number_text AS phrase
FROM (SELECT *, CASE WHEN many IS NOT NULL THEN iif(threads = 1, '1', iif(many > few, rounded(threads, (many - few) / 2), rounded(threads)))
                     WHEN threads > 1 THEN rounded(threads, NULL) || ' (' || few_text || ' to no number)'
                     ELSE few_text || ' to no number' END AS number_text
      FROM (SELECT cpu_id, gpu_id, place, most_threads, max(iif(name = 'threads', number, NULL)) AS threads, max(iif(name = 'few', number, NULL)) AS few,
                   max(iif(name = 'many', number, NULL)) AS many, max(iif(name = 'few', iif(number = 1, '1', rounded(number)), NULL)) AS few_text,
                   coalesce(max(iif(name = 'threads' AND number IS NOT NULL, by_law, NULL)), max(iif(name = 'few' AND number IS NOT NULL, by_law, NULL))) AS by_law
            FROM (SELECT *, iif(solution <= 2 * most_threads, max(solution, iif(by_law, 1.0 * most_threads, 1.0)), NULL) AS number FROM solved)
            GROUP BY cpu_id, gpu_id, place, most_threads));

-- The fewest repetitions on resident data that make copies and kernels together faster than the CPU. The interval combines the ends of the
-- ratio's and of the copies' intervals. NULL: never, because the kernel alone is no faster.
CREATE TABLE break_even AS
WITH copies AS (
    SELECT id, sum(time_s) AS copy_s, sum(low_s) AS copy_low_s, sum(high_s) AS copy_high_s
    FROM estimate WHERE clock IN ('h2d', 'd2h') GROUP BY id HAVING count(*) = 2
),
times AS (
    SELECT c.*, k.kernel_s, r.value AS faster, r.low AS faster_low, r.high AS faster_high, copy_s, copy_low_s, copy_high_s
    FROM contest c
    JOIN good k ON k.id = c.gpu_id
    JOIN copies ON copies.id = c.gpu_id
    JOIN ratio r ON r.above = c.cpu_id AND r.below = c.gpu_id AND r.clock = 'kernel'
    WHERE c.place = 2
)
SELECT workload, type, n, machine, host, cpu_id, gpu_id,
       iif(faster > 1, max(1, cast(ceil(copy_s / (kernel_s * (faster - 1))) AS integer)), NULL) AS repetitions,
       iif(faster_high > 1, max(1, cast(ceil(copy_low_s / (kernel_s * (faster_high - 1))) AS integer)), NULL) AS least,
       iif(faster_low > 1, max(1, cast(ceil(copy_high_s / (kernel_s * (faster_low - 1))) AS integer)), NULL) AS most
FROM times;
