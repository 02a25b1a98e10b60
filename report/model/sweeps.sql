-- Sweeps over threads and sizes for figures and tables, of the study and of your own experiments. Read last.
--
--   studied       the experiments of the study (experiments/study.sh); every other is one's own
--   sweeps        own experiments with points here, or the one that this report is about (report_on: build.sh --experiment)
--   swept         rows of compared for these: series is the variant with the settings that vary, rank its place among those of a variant
--   over_threads  rows on several threads, at the largest n that has them; own: 0 for thread-scaling, 1 for sweeps
--   over_sizes    rows of several n, on the most threads; own: 0 for size-scaling, 1 for sweeps
--   beside_library  peers: points beside the library for the same work and threads, and the ratio of rates (NULL without a library); of the
--                 reference machine only the GPU
--   spread_out    thread-placement: threads bound close beside the same threads spread over the machine, and the speedup
--   sparse        sparse-graphs: the fastest search from every vertex beside the fastest closure, a row per graph
--   shared_out    thread-placement: rows of each schedule where several were measured, and the speedup over static

CREATE TABLE studied (experiment);
INSERT INTO studied VALUES ('ceilings'), ('nodes'), ('thread-scaling'), ('thread-placement'), ('weak-scaling'), ('size-scaling'), ('devices'), ('ranks'), ('peers'), ('sparse-graphs'), ('cpu-against-gpu'), ('openmp-threads'),
    ('cache-misses'), ('transpose-ladder'), ('cuda-matmul'), ('apsp-ladder'), ('apsp-breakdown'), ('apsp-blocking-factor'),
    ('transfer-overlap'), ('thread-tile'), ('shared-block'), ('energy'), ('self-test'), ('counters'), ('event-agreement'), ('kernel-facts'), ('trace');

CREATE TABLE sweeps AS
SELECT DISTINCT experiment FROM members JOIN points USING (id)
WHERE origin = 'here' AND (experiment IN (SELECT name FROM report_on)
                           OR NOT EXISTS (SELECT 1 FROM report_on) AND experiment NOT IN (SELECT experiment FROM studied));

CREATE TABLE named AS SELECT DISTINCT experiment FROM members JOIN points USING (id) WHERE origin = 'here';

-- Settings that vary between points of one n and thread count distinguish a variant's series, and are part of its name.
CREATE TABLE swept AS
WITH point AS (
    SELECT * FROM compared WHERE origin = 'here' AND experiment IN (SELECT experiment FROM sweeps)
),
fact AS (
    SELECT experiment, id, 1 AS place, schedule AS fact FROM point
    UNION ALL SELECT experiment, id, 2, 'block ' || block FROM point
    UNION ALL SELECT experiment, id, 3, 'tile ' || tile FROM point
    UNION ALL SELECT experiment, id, 4, matrices || iif(matrices = 1, ' matrix', ' matrices') FROM point
    UNION ALL SELECT experiment, id, 5, transfer FROM point
    UNION ALL SELECT experiment, id, 6, iterations || iif(iterations = 1, ' iteration', ' iterations') FROM point
    UNION ALL SELECT experiment, id, 7, cache FROM point
    UNION ALL SELECT experiment, id, 8, 'places ' || places FROM point
    UNION ALL SELECT experiment, id, 9, 'bound ' || bind FROM point
    UNION ALL SELECT experiment, id, 10, edges || ' edges' FROM point
    UNION ALL SELECT experiment, id, 11, testcase FROM point
    UNION ALL SELECT experiment, id, 12, 'seed ' || seed FROM point
),
described AS (
    SELECT f.*, p.workload, p.type, p.variant, p.host, p.n, p.threads FROM fact f JOIN point p USING (experiment, id)
),
varied AS (
    SELECT DISTINCT experiment, workload, type, variant, host, place FROM described
    GROUP BY experiment, workload, type, variant, host, n, threads, place
    HAVING min(coalesce(fact, '')) <> max(coalesce(fact, ''))
),
named AS (
    SELECT experiment, id, group_concat(fact, ', ') OVER (PARTITION BY experiment, id ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING
           AND UNBOUNDED FOLLOWING) AS shape
    FROM described JOIN varied USING (experiment, workload, type, variant, host, place) WHERE fact IS NOT NULL
),
series AS (
    SELECT p.*, p.variant || p.on_host || coalesce(', ' || s.shape, '') AS series
    FROM point p LEFT JOIN (SELECT DISTINCT * FROM named) s USING (experiment, id)
)
SELECT *, dense_rank() OVER (PARTITION BY experiment, workload, type, variant ORDER BY series) AS rank FROM series;

-- If no n was measured on several threads, n grows with them: then every n is shown.
CREATE TABLE over_threads AS
WITH reach AS (
    SELECT *, min(threads) OVER same <> max(threads) OVER same AS several, min(threads) OVER line <> max(threads) OVER line AS grown
    FROM swept WHERE kind = 'cpu' AND threads IS NOT NULL
    WINDOW same AS (PARTITION BY experiment, workload, type, series, n), line AS (PARTITION BY experiment, workload, type, series)
),
largest AS (
    SELECT *, max(iif(several, n, NULL)) OVER (PARTITION BY experiment, workload, type) AS largest_n FROM reach
)
SELECT 0 AS own, '' AS experiment, workload || '-' || type AS facet, workload || ', ' || type || ', n ' || n AS title,
       variant || on_host AS series, 1 AS rank, variant, threads, most_threads, kernel_ms, kernel_low_s, kernel_high_s, kernel_s, rate, rate_unit,
       over_own, over_own_low, over_own_high, efficiency, efficiency_low, efficiency_high, is_result, id
FROM scaling
WHERE n = largest_n AND most_threads > 1 AND NOT EXISTS (SELECT 1 FROM report_on)
UNION ALL
SELECT 1, experiment, experiment || '-' || workload || '-' || type,
       experiment || ': ' || workload || ', ' || type || coalesce(', n ' || largest_n, ', n grows with the threads'),
       series, rank, variant, threads, max(threads) OVER (PARTITION BY experiment, workload, type), kernel_ms, kernel_low_s, kernel_high_s, kernel_s,
       rate, rate_unit, iif(several, over_own, NULL), over_own_low, over_own_high, iif(several, efficiency, NULL), efficiency_low, efficiency_high,
       is_result, id
FROM largest
WHERE n = largest_n AND several OR largest_n IS NULL AND grown;

CREATE TABLE over_sizes AS
WITH threaded AS (
    SELECT *, max(threads) OVER (PARTITION BY experiment, workload, type, variant, host) AS most_threads FROM swept
),
sized AS (
    SELECT *, min(n) OVER line <> max(n) OVER line AS several FROM threaded WHERE threads IS NULL OR threads = most_threads
    WINDOW line AS (PARTITION BY experiment, workload, type, series)
)
SELECT 0 AS own, '' AS experiment, workload, type, workload || '-' || type || '-' || kind AS facet,
       workload || ', ' || type || ', ' || upper(kind) || ' of ' || machine AS title,
       variant || iif(threads > 1, ' ×' || threads, '') || on_host AS series, 1 AS rank, variant, threads, n, kernel_ms, kernel_low_s, kernel_high_s,
       kernel_s, rate, rate_unit, is_result, id
FROM compared c
WHERE experiment = 'size-scaling' AND (kind = 'gpu' OR origin = 'here') AND NOT EXISTS (SELECT 1 FROM report_on)
  AND (threads IS NULL OR threads = (SELECT max(threads) FROM compared m WHERE m.experiment = c.experiment
                                     AND m.workload = c.workload AND m.variant = c.variant AND m.origin = c.origin))
UNION ALL
SELECT 1, experiment, workload, type, experiment || '-' || workload || '-' || type || '-' || kind,
       experiment || ': ' || workload || ', ' || type || ', ' || upper(kind) || ' of ' || machine,
       variant || iif(threads > 1, ' ×' || threads, '') || substr(series, length(variant) + 1), rank, variant, threads, n, kernel_ms, kernel_low_s, kernel_high_s,
       kernel_s, rate, rate_unit, is_result, id
FROM sized WHERE several;

-- Point shape and dash of a curve: series of one variant differ in both.
CREATE VIEW drawn AS
SELECT variant, colour, column1 AS rank, 5 + (point - 5 + 2 * (column1 - 1)) % 12 AS point, 1 + (column1 - 1) % 5 AS dash
FROM look, (WITH RECURSIVE one(column1) AS (SELECT 1 UNION ALL SELECT column1 + 1 FROM one WHERE column1 < (SELECT max(rank) FROM swept)) SELECT * FROM one);

-- The law that a curve over threads follows, in 24 steps to the most threads (curve 1) and from there to twice as many (2).
-- None with more than five series, which could not be distinguished.
CREATE TABLE law_over_threads AS
WITH RECURSIVE step (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM step WHERE i < 24),
fitted AS (
    SELECT o.own, o.experiment, o.facet, o.title, o.series, o.rank, o.variant, c.most_threads AS most, serial, coalesce(coherency, 0) AS coherency, o.id
    FROM over_threads o JOIN curves c ON c.last_id = o.id
    WHERE c.scaling = 'strong' AND c.law IS NOT NULL AND serial >= 0 -- superlinear curves predict nothing
      AND o.facet IN (SELECT facet FROM over_threads GROUP BY facet HAVING count(DISTINCT series) <= 5)
),
at AS (
    SELECT *, 1 AS curve, 1 + (most - 1) * i / 24.0 AS threads FROM fitted, step
    UNION ALL
    SELECT *, 2, most * (1 + i / 24.0) FROM fitted, step
)
SELECT *, threads / (1 + serial * (threads - 1) + coherency * threads * (threads - 1)) AS speedup FROM at;

-- ---- the upper rungs beside libraries ----

CREATE VIEW beside_library AS
SELECT p.*, library.variant AS library, r.value AS over_library, r.half AS over_library_half, r.low AS over_library_low
FROM compared p
LEFT JOIN compared library ON library.experiment = p.experiment AND library.work = p.work AND library.threads IS p.threads
    AND library.variant IN ('cpu/blas', 'gpu/cublas')
LEFT JOIN ratio r ON r.above = library.id AND r.below = p.id AND r.clock = 'kernel'
WHERE p.experiment = 'peers' AND p.variant NOT IN ('cpu/blas', 'gpu/cublas') AND (p.kind = 'gpu' OR p.origin = 'here');

-- ---- binding of threads and schedules ----

CREATE VIEW spread_out AS
SELECT c.*, s.id AS spread_id, s.kernel_ms AS spread_ms, s.kernel_half_ms AS spread_half_ms, s.marks AS spread_marks, r.value, r.low, r.high, r.half
FROM compared c
JOIN compared s ON s.experiment = c.experiment AND s.work = c.work AND s.variant = c.variant AND s.threads = c.threads AND s.schedule IS c.schedule
    AND s.block IS c.block AND s.tile IS c.tile AND s.places IS c.places
JOIN ratio r ON r.above = c.id AND r.below = s.id AND r.clock = 'kernel'
WHERE c.experiment = 'thread-placement' AND c.origin = 'here' AND c.bind = 'close' AND s.bind = 'spread' AND c.threads > 1;

CREATE VIEW shared_out AS
SELECT c.*, r.value, r.low, r.high, r.half
FROM compared c
JOIN compared s ON s.experiment = c.experiment AND s.work = c.work AND s.variant = c.variant AND s.threads = c.threads AND s.block IS c.block
    AND s.tile IS c.tile AND s.bind IS c.bind AND s.places IS c.places AND s.schedule = 'static'
JOIN ratio r ON r.above = s.id AND r.below = c.id AND r.clock = 'kernel'
WHERE c.experiment = 'thread-placement' AND c.origin = 'here'
  AND EXISTS (SELECT 1 FROM compared o WHERE o.experiment = c.experiment AND o.work = c.work AND o.variant = c.variant AND o.threads = c.threads
                                           AND o.bind IS c.bind AND o.schedule <> 'static');

-- The fastest searches from every vertex (Dijkstra) beside the fastest closure (Floyd and Warshall), on each graph.
CREATE VIEW sparse AS
WITH fastest AS (
    SELECT *, row_number() OVER (PARTITION BY host, n, edges, graph, search ORDER BY kernel_s, id) AS place
    FROM (SELECT *, variant IN ('cpu/dijkstra', 'cpu/dial') AS search FROM compared WHERE experiment = 'sparse-graphs' AND origin = 'here')
)
SELECT s.n, s.edges, s.on_host, s.id AS search_id, s.variant AS search, s.kernel_ms || s.marks AS search_ms, s.kernel_half_ms AS search_half,
       c.id AS closure_id, c.variant AS closure, c.kernel_ms || c.marks AS closure_ms, c.kernel_half_ms AS closure_half, r.value, r.low, r.high, r.half
FROM fastest s
JOIN fastest c ON c.host = s.host AND c.n = s.n AND c.edges = s.edges AND c.graph IS s.graph AND c.place = 1 AND NOT c.search
LEFT JOIN ratio r ON r.above = c.id AND r.below = s.id AND r.clock = 'kernel'
WHERE s.search AND s.place = 1;

-- ---- a report of one experiment excludes other points ----
-- Their values as baselines and ceilings are in columns of compared.

DELETE FROM members WHERE EXISTS (SELECT 1 FROM report_on) AND experiment NOT IN (SELECT name FROM report_on);
DELETE FROM points WHERE EXISTS (SELECT 1 FROM report_on) AND id NOT IN (SELECT id FROM members);
DELETE FROM good WHERE id NOT IN (SELECT id FROM points);
DELETE FROM flagged WHERE id NOT IN (SELECT id FROM points);
DELETE FROM batch WHERE id NOT IN (SELECT id FROM points);
DELETE FROM curves WHERE last_id NOT IN (SELECT id FROM points);
