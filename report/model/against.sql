-- The CPU against the GPU at the same sizes. Read after compare.sql.
--
--   grid        the sizes that take part, and for random graphs the edge counts: those with the most variants. A size is left out if the
--               fastest variant of a size within a factor of four was not tried there and has a higher rate than all that were
--   plain       the points that take part: warm caches, generated input, no ceilings
--   contest     a row per size and way: this machine's best CPU point, the best GPU point, and their ratio if both have intervals. The
--               ways: kernel alone; end to end with copies from pageable memory, from pinned memory, and overlapped among matrices. apart:
--               of one machine, but no round measured both; decides: 0 if it is and another size of the way is not
--   ends        rows of contest three times: for the ratio, and the low and the high end of its interval
--   crossover   a row per workload and way: the size n from which the GPU wins (from_n; interval low_n to high_n; 0: at every size;
--               NULL: not at the largest), `phrase` for a cell, `wins` for a sentence
--   equivalent  a row per size and way: the thread count of the best CPU variant that equals the GPU, as a phrase with its interval
--   break_even  a row per size: the number of repetitions on resident data after which the GPU has amortized its copies
--
-- Points of all experiments count; most sizes are those of experiments/size-scaling.sh. The GPU is this machine's, otherwise the reference's
-- (gpu_origin).

CREATE TABLE grid AS
WITH tried AS (
    SELECT json_array(origin, host, workload, type, kind) AS family, n, edges, variant, max(iif(is_right, rate, 0)) AS rate
    FROM points WHERE iterations = 1 AND graph IS NULL AND coalesce(cache, 'warm') = 'warm' GROUP BY origin, host, workload, type, kind, n, edges, variant
),
counted AS (SELECT family, n, edges, count(*) AS variants, max(rate) AS highest FROM tried GROUP BY family, n, edges),
size AS (SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY family, n ORDER BY variants DESC, edges DESC) AS place FROM counted) WHERE place = 1)
SELECT family, n, edges FROM size s
WHERE NOT EXISTS ( -- a faster leader nearby that was not tried here
    SELECT 1 FROM size o JOIN tried t ON t.family = o.family AND t.n = o.n AND t.edges IS o.edges
    WHERE o.family = s.family AND o.n BETWEEN s.n / 4.0 AND 4 * s.n AND t.rate = o.highest AND t.rate > s.highest
      AND NOT EXISTS (SELECT 1 FROM tried WHERE family = s.family AND n = s.n AND edges IS s.edges AND variant = t.variant));

CREATE TABLE plain AS
SELECT g.* FROM good g JOIN grid ON grid.family = json_array(origin, host, workload, type, kind) AND grid.n = g.n AND grid.edges IS g.edges
WHERE iterations = 1 AND graph IS NULL AND coalesce(cache, 'warm') = 'warm'
  AND workload NOT IN (SELECT workload FROM points JOIN members USING (id) WHERE experiment = 'ceilings');
CREATE INDEX plain_kind ON plain (workload, kind, n);

CREATE TABLE contest AS
WITH way (way, place, clock, transfers) AS (
    VALUES ('kernel', 1, 'kernel', '*'), ('pageable copies', 2, 'total', 'pageable'),
           ('pinned copies', 3, 'total', 'pinned'), ('overlapped copies', 4, 'total', 'overlap*')
),
candidate AS ( -- the best of a size may have been measured for another experiment
    SELECT json_array(c.workload, c.type, c.host, place) AS race, c.workload, c.type, c.n, c.host, c.on_host, place,
           way || iif(place = 4, ', ' || g.matrices || ' at once', '') AS way, clock, c.id AS cpu_id,
           c.label AS cpu_variant, c.marks AS cpu_marks, c.processor, c.kernel_s AS cpu_s, g.id AS gpu_id, g.variant AS gpu_variant,
           g.marks AS gpu_marks, g.origin AS gpu_origin, g.machine AS gpu_machine, g.matrices,
           iif(clock = 'kernel', g.kernel_s, g.total_s) / g.matrices AS gpu_s
    FROM plain c
    JOIN plain g ON g.kind = 'gpu' AND g.workload = c.workload AND g.type = c.type AND g.n = c.n AND g.edges IS c.edges
    JOIN way ON g.transfer GLOB transfers AND (g.matrices > 1) = (place = 4)
    WHERE c.origin = 'here' AND c.kind = 'cpu' AND c.matrices = 1 AND c.id IN (SELECT best_id FROM best)
      AND (g.origin = 'here' AND g.machine = c.machine AND g.host = c.host
           OR g.origin = 'reference'
              AND NOT EXISTS (SELECT 1 FROM plain o WHERE o.kind = 'gpu' AND o.origin = 'here' AND o.host = c.host AND o.workload = c.workload))
)
SELECT *, apart = min(apart) OVER (PARTITION BY race) AS decides
FROM (SELECT c.*, r.value * matrices AS value, r.low * matrices AS low, r.high * matrices AS high, r.half * matrices AS half,
             apart AND gpu_origin = 'here' AS apart,
             row_number() OVER (PARTITION BY race, n ORDER BY apart AND gpu_origin = 'here', gpu_s, cpu_s, gpu_id, cpu_id) AS choice
      FROM candidate c JOIN ratio r ON r.above = cpu_id AND r.below = gpu_id AND r.clock = c.clock)
WHERE choice = 1 AND low IS NOT NULL;

CREATE TABLE ends AS -- the ratio and the ends of its interval
SELECT *, 'value' AS name, value AS ratio FROM contest WHERE decides UNION ALL SELECT *, 'low', low FROM contest WHERE decides
UNION ALL SELECT *, 'high', high FROM contest WHERE decides;

-- The n at which the ratio passes 1 and stays above for all larger n, interpolated between two sizes on logarithmic axes. Its interval comes
-- from the ends of the ratio's interval.
CREATE TABLE crossover AS
WITH step AS ( -- last 1: the largest n with a ratio below 1, or any if there is none
    SELECT race, name, n, cpu_s, ratio, lead(n) OVER sizes AS next_n, lead(ratio) OVER sizes AS next_ratio, lead(cpu_s) OVER sizes AS next_s,
           row_number() OVER (PARTITION BY race, name ORDER BY ratio >= 1, n DESC) AS last
    FROM ends WINDOW sizes AS (PARTITION BY race, name ORDER BY n)
),
passed AS (
    SELECT *, iif(ratio >= 1, 0, n * exp(part * ln(1.0 * next_n / n))) AS at_n, cpu_s * exp(part * ln(next_s / cpu_s)) AS at_s
    FROM (SELECT *, ln(1 / ratio) / ln(next_ratio / ratio) AS part FROM step WHERE last = 1)
),
across AS (
    SELECT c.race, min(c.n) AS least_n, max(c.n) AS most_n, count(DISTINCT c.n) AS sizes, max(value) < 1 AS never, max(high) < 1 AS surely_never,
           max(apart) AS is_apart,
           max(iif(name = 'value', at_n, NULL)) AS from_n, max(iif(name = 'value' AND at_n > 0, at_s, NULL)) AS from_s,
           max(iif(name = 'high', at_n, NULL)) AS low_n, max(iif(name = 'low', at_n, NULL)) AS high_n
    FROM contest c JOIN passed USING (race) WHERE decides GROUP BY c.race
),
phrase AS (
    SELECT *, CASE WHEN from_n = 0 THEN 'below ' || least_n WHEN from_n > 0 THEN rounded(from_n) WHEN never THEN 'none up to ' || most_n
                   ELSE 'not at ' || most_n END AS phrase,
           iif(low_n IS high_n AND coalesce(low_n, 0) = 0, NULL,
               iif(low_n = 0, 'below ' || least_n, rounded(low_n)) || ' to ' || coalesce(rounded(high_n), 'none up to ' || most_n)) AS interval_text
    FROM across
)
SELECT *, iif(sizes = 1, NULL,
       CASE WHEN never THEN 'at no measured size' || iif(surely_never, '', ' by more than the noise')
            WHEN from_n IS NULL THEN 'at smaller sizes, ' || iif(low_n IS NULL, 'not', 'undecided') || ' at n ' || most_n || ','
            ELSE iif(high_n IS NULL, 'perhaps ', '') || iif(from_n > 0, 'from n ' || rounded(from_n), 'at every size from n ' || least_n)
                 || CASE WHEN high_n IS NOT NULL THEN coalesce(' (' || interval_text || ')', '') WHEN low_n > 0 THEN ' (' || rounded(low_n) || ' or more)'
                    ELSE '' END || ' on' END) AS wins
FROM phrase JOIN contest USING (race) WHERE n = most_n;

-- The fewest threads on which the best CPU variant takes no longer than the GPU, interpolated between two measured thread counts on logarithmic
-- axes; NULL: none suffices. Few and many are for a GPU slower or faster by the ratio's interval. Only for sizes with several thread counts.
CREATE TABLE equivalent AS
WITH curve AS ( -- of the best variant, all its numbers of threads
    SELECT cpu_id, g.threads, g.kernel_s, lag(g.threads) OVER line AS fewer, lag(g.kernel_s) OVER line AS fewer_s,
           count(*) OVER (PARTITION BY cpu_id) AS counts
    FROM (SELECT DISTINCT cpu_id FROM contest) JOIN good b ON b.id = cpu_id JOIN plain g USING (work, setting)
    WHERE g.is_result WINDOW line AS (PARTITION BY cpu_id ORDER BY g.threads)
),
solved AS (
    SELECT g.*, coalesce(fewer * exp(ln(fewer_s / goal_s) * ln(1.0 * c.threads / fewer) / ln(fewer_s / kernel_s)), c.threads) AS number
    FROM (SELECT cpu_id, gpu_id, place, name, gpu_s * value / ratio AS goal_s FROM ends) g
    LEFT JOIN curve c ON c.cpu_id = g.cpu_id
        AND c.threads = (SELECT min(threads) FROM curve t WHERE t.cpu_id = g.cpu_id AND kernel_s <= goal_s)
    WHERE g.cpu_id IN (SELECT cpu_id FROM curve WHERE counts > 1)
),
bounded AS (
    SELECT cpu_id, gpu_id, place, max(iif(name = 'value', number, NULL)) AS threads, max(iif(name = 'low', number, NULL)) AS few,
           max(iif(name = 'high', number, NULL)) AS many
    FROM solved GROUP BY cpu_id, gpu_id, place
)
SELECT *, CASE WHEN threads > 1 AND many IS NULL THEN rounded(threads, NULL) || ' (at least ' || rounded(few, NULL) || ')'
               WHEN many IS NULL THEN 'at least ' || rounded(few, NULL)
               WHEN many > few THEN rounded(threads, (many - few) / 2) ELSE rounded(threads) END AS phrase
FROM bounded;

-- The fewest repetitions on resident data that make copies and kernels together faster than the CPU. The interval combines the ends of the
-- ratio's and of the copies' intervals. NULL: never, because the kernel alone is no faster, and surely if `least` is NULL too.
CREATE TABLE break_even AS
WITH copies AS (
    SELECT id, sum(time_s) AS copy_s, sum(low_s) AS copy_low_s, sum(high_s) AS copy_high_s
    FROM estimate WHERE clock IN ('h2d', 'd2h') GROUP BY id HAVING count(*) = 2
)
SELECT *, coalesce(repetitions || CASE WHEN most > least THEN ' (' || least || ' to ' || most || ')' WHEN most IS NULL THEN ' (' || least || ' or more)' ELSE '' END,
                   'at least ' || least, 'never') AS phrase
FROM (
    SELECT cpu_id, gpu_id, iif(r.value > 1, cast(ceil(copy_s / (k.kernel_s * (r.value - 1))) AS integer), NULL) AS repetitions,
           iif(r.high > 1, cast(ceil(copy_low_s / (k.kernel_s * (r.high - 1))) AS integer), NULL) AS least,
           iif(r.low > 1, cast(ceil(copy_high_s / (k.kernel_s * (r.low - 1))) AS integer), NULL) AS most
    FROM contest c
    JOIN good k ON k.id = c.gpu_id
    JOIN copies ON copies.id = c.gpu_id
    JOIN ratio r ON r.above = c.cpu_id AND r.below = c.gpu_id AND r.clock = 'kernel'
    WHERE c.place = 2
);
