-- Sweeps over threads and sizes, of the study and of own experiments, and pairs of points for tables. Read last.
--
--   studied       the experiments of the study (report/experiments.csv); every other is an own one
--   sweeps        experiments that are drawn over threads and sizes; own: 1 for own ones and for the one of a report of one experiment
--   swept         rows of compared for these; series: the variant with the settings that vary, rank: its place among those of the
--                 variant; fastest: 1 for the fastest of each workload and type at its largest n
--   over_threads  points of one size, chosen as in `scaling`, on several threads (curve 0), fitted laws (curve 1) and their predictions (curve 2); rank 1: the fastest
--   over_sizes    points of several n on the most threads; rank 1: the highest rate
--   beside_library  peers: points beside the library for the same work and threads, and the ratio of rates (NULL without a library)
--   thin          the ratio of rates of products of few rows or columns, by the same rule
--   placed        thread-placement: points beside the same with the default binding (close) or schedule (static), and the speedup over it
--   own_points    all points of this machine, in a report of one experiment its own; shaped: those of shapes, which n does not describe
--   sparse        sparse-graphs: the fastest search from every vertex beside the fastest closure, a row per graph

CREATE TABLE named AS SELECT DISTINCT experiment FROM members JOIN points USING (id) WHERE origin = 'here';

CREATE TABLE sweeps AS
SELECT experiment, coalesce(experiment = (SELECT name FROM report_on), experiment NOT IN (SELECT experiment FROM studied)) AS own
FROM (SELECT experiment FROM named UNION SELECT experiment FROM borrowed)
WHERE own OR experiment IN ('thread-scaling', 'size-scaling') AND NOT EXISTS (SELECT 1 FROM report_on);

-- Settings that vary between points of one n and thread count distinguish a variant's series, and are part of its name.
CREATE TABLE swept AS
WITH point AS (SELECT own, compared.* FROM compared JOIN sweeps USING (experiment) WHERE origin = 'here' OR kind = 'gpu'),
fact AS (
    SELECT p.id, experiment, workload, p.type, variant, host, n, threads, key AS place, value AS fact
    FROM point p, json_each(json_array(schedule, 'block ' || block, 'tile ' || tile, matrices || iif(matrices = 1, ' matrix', ' matrices'), transfer,
        iterations || iif(iterations = 1, ' iteration', ' iterations'), cache, 'places ' || places, 'bound ' || bind, edges || ' edges', testcase,
        'seed ' || seed, replace(parameters, ';', ', ')))
),
varied AS (
    SELECT DISTINCT experiment, workload, type, variant, host, place FROM fact
    GROUP BY experiment, workload, type, variant, host, n, threads, place HAVING min(coalesce(fact, '')) <> max(coalesce(fact, ''))
),
suffixed AS (
    SELECT experiment, id, ', ' || group_concat(fact, ', ') AS suffix
    FROM (SELECT * FROM fact JOIN varied USING (experiment, workload, type, variant, host, place) WHERE fact IS NOT NULL ORDER BY id, place)
    GROUP BY experiment, id
),
series AS (SELECT p.*, variant || on_host || coalesce(suffix, '') AS series FROM point p LEFT JOIN suffixed USING (experiment, id)),
ranked AS (
    SELECT *, dense_rank() OVER (PARTITION BY experiment, workload, type, variant ORDER BY series) AS rank,
           row_number() OVER (PARTITION BY experiment, workload, type, kind, host ORDER BY n DESC, kernel_s, id) AS fastest,
           max(threads) OVER (PARTITION BY experiment, workload, type, variant, host) AS most_threads
    FROM series
)
SELECT r.*, colour, 5 + (point - 5 + 2 * (rank - 1)) % 12 AS point, 1 + (rank - 1) % 5 AS dash -- series of a variant differ in both
FROM ranked r JOIN look USING (variant);

-- A law has 24 steps to the most threads, and from there to twice as many; there is none with more than five series, which could not be
-- distinguished, nor of superlinear curves, which predict nothing.
CREATE TABLE over_threads AS
WITH RECURSIVE step (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM step WHERE i < 49),
reach AS (
    SELECT *, iif(own, experiment || '-', '') || workload || '-' || type AS facet,
           iif(own, experiment || ': ', '') || workload || ', ' || type || ', n ' || n AS title,
           count(*) OVER (PARTITION BY experiment, workload, type, series, n) AS counts
    FROM swept WHERE kind = 'cpu' AND (own OR experiment = 'thread-scaling') AND over_own IS NOT NULL
),
measured AS (
    SELECT *, max(threads) OVER (PARTITION BY facet) AS most, min(kernel_s) OVER (PARTITION BY facet, series) AS best_s
    FROM (SELECT *, max(n) OVER (PARTITION BY facet) AS most_n, max(iif(n % 64 > 0, n, NULL)) OVER (PARTITION BY facet) AS odd_n
          FROM reach WHERE counts > 1) WHERE n = standing_n(odd_n, most_n)
),
law AS (
    SELECT m.*, serial, coalesce(coherency, 0) AS coherency, 1 + (i > 24) AS curve,
           iif(i > 24, c.most_threads * (1 + (i - 25) / 24.0), 1 + (c.most_threads - 1) * i / 24.0) AS p
    FROM step, measured m JOIN curves c ON c.last_id = m.id AND c.scaling = 'strong' AND serial >= 0
    WHERE facet IN (SELECT facet FROM measured GROUP BY facet HAVING count(DISTINCT series) <= 5)
)
SELECT own, facet, title, series, threads, most, over_own AS speedup, over_own_low AS low, over_own_high AS high, colour, point,
       dash, over_own_low IS NULL AS few, 0 AS curve, dense_rank() OVER (PARTITION BY facet ORDER BY best_s, series) AS rank, id
FROM measured
UNION ALL
SELECT own, facet, title, series, p, NULL, p / (1 + serial * (p - 1) + coherency * p * (p - 1)), NULL, NULL, colour, point, dash, 0, curve, NULL, NULL
FROM law;

CREATE TABLE over_sizes AS
WITH sized AS (
    SELECT *, min(n) OVER line <> max(n) OVER line AS several, max(rate) OVER line AS best
    FROM swept WHERE (own OR experiment = 'size-scaling') AND (threads IS NULL OR threads = most_threads)
    WINDOW line AS (PARTITION BY experiment, workload, type, series)
)
SELECT own, iif(own, experiment || '-', '') || workload || '-' || type || '-' || kind AS facet,
       iif(own, experiment || ': ', '') || workload || ', ' || type || ', ' || upper(kind) AS title,
       variant || iif(threads > 1, ' ×' || threads, '') || substr(series, length(variant) + 1) AS series, n, kernel_ms AS ms,
       1e3 * kernel_low_s AS low_ms, 1e3 * kernel_high_s AS high_ms, rate, rate_unit, colour, point,
       iif(threads = 1 AND rank = 1, 2, dash) AS dash, NOT is_result AS few,
       dense_rank() OVER (PARTITION BY experiment, workload, type, kind ORDER BY best DESC, series) AS rank, id
FROM sized WHERE several;

-- ---- pairs of points ----

CREATE VIEW beside_library AS
SELECT p.*, library.variant AS library, r.value AS over_library, r.half AS over_library_half, r.apart
FROM compared p
LEFT JOIN compared library ON library.experiment = p.experiment AND library.work = p.work AND library.threads IS p.threads
    AND library.variant IN ('cpu/blas', 'gpu/cublas')
LEFT JOIN ratio r ON r.above = library.id AND r.below = p.id AND r.clock = 'kernel'
WHERE p.experiment = 'peers' AND p.variant NOT IN ('cpu/blas', 'gpu/cublas') AND (p.kind = 'gpu' OR p.origin = 'here');

CREATE VIEW thin AS
SELECT p.id, p.workload, p.type, p.threads, p.variant, p.machine, p.host, r.value, r.half, r.apart
FROM numbered p
JOIN numbered library ON library.work = p.work AND library.shape = p.shape AND library.threads IS p.threads AND library.transfer IS p.transfer
    AND library.variant IN ('cpu/blas', 'gpu/cublas')
JOIN ratio r ON r.above = library.id AND r.below = p.id AND r.clock = 'kernel'
WHERE instr(';' || p.experiments || ';', ';peers;') AND instr(';' || library.experiments || ';', ';peers;') AND p.variant <> library.variant
    AND (p.origin = 'here' OR p.variant LIKE 'gpu/%' AND 'peers' IN (SELECT experiment FROM borrowed));

CREATE TABLE placed AS
SELECT p.*, d.id AS default_id, d.kernel_ms AS default_ms, d.kernel_half_ms AS default_half_ms, d.marks AS default_marks,
       p.bind IS NOT d.bind AS is_spread, count(*) OVER (PARTITION BY d.id, p.bind) AS others, r.value, r.low, r.high, r.half, r.apart
FROM compared p
JOIN compared d ON d.experiment = p.experiment AND d.work = p.work AND d.variant = p.variant AND d.threads = p.threads AND d.block IS p.block
    AND d.tile IS p.tile AND d.places IS p.places
    AND (d.schedule IS p.schedule AND d.bind = 'close' AND p.bind = 'spread' OR d.schedule = 'static' AND d.bind IS p.bind)
JOIN ratio r ON r.above = d.id AND r.below = p.id AND r.clock = 'kernel'
WHERE p.experiment = 'thread-placement' AND p.origin = 'here' AND p.threads > 1;

CREATE VIEW sparse AS -- searches: Dijkstra; closures: Floyd and Warshall
WITH fastest AS (
    SELECT *, row_number() OVER (PARTITION BY host, n, edges, graph, search ORDER BY kernel_s, id) AS place
    FROM (SELECT *, variant IN ('cpu/dijkstra', 'cpu/dial') AS search FROM compared WHERE experiment = 'sparse-graphs' AND origin = 'here')
)
SELECT s.*, c.id AS closure_id, c.variant AS closure, c.kernel_ms AS closure_ms, c.kernel_half_ms AS closure_half, c.marks AS closure_marks, r.value,
       r.low, r.high, r.half, r.apart
FROM fastest s JOIN fastest c ON c.host = s.host AND c.n = s.n AND c.edges = s.edges AND c.graph IS s.graph AND c.place = 1 AND NOT c.search
LEFT JOIN ratio r ON r.above = c.id AND r.below = s.id AND r.clock = 'kernel'
WHERE s.search AND s.place = 1;

-- ---- a report of one experiment excludes other points ----
-- Their values as baselines and ceilings are in columns of compared.

DELETE FROM members WHERE EXISTS (SELECT 1 FROM report_on) AND experiment NOT IN (SELECT name FROM report_on);
DELETE FROM points WHERE EXISTS (SELECT 1 FROM report_on) AND id NOT IN (SELECT id FROM members);

CREATE VIEW own_points AS
SELECT *, coalesce(shape, n) AS size FROM numbered WHERE origin = 'here' AND id IN (SELECT id FROM members);

CREATE VIEW shaped AS SELECT * FROM own_points WHERE shape IS NOT NULL;
