-- Loads what a report is made from into SQLite, once, typed and compared.
--
-- Run by report/data.sh in a folder that holds the staged files: summary.csv, rounds.csv, laws.csv and those of report/empty of this
-- machine, the same with the prefix reference_ of the machine whose results are kept in git, and
-- published_*.csv. A file may be a header without rows.
--
-- Rows have no order but what a query says: SQLite promises none, and versions differ. A query orders its rows
-- completely, by `id` or `line` (the place in the file) in the end, and takes bare columns beside min() from no group.
--
-- A time is the geometric mean of its rounds' medians, and every ratio of two times is formed a round where both were
-- measured in it; intervals are Student's t at 95 %, and there are none below five rounds: then _low and _high are NULL.
--
-- What a query then reads:
--   points    every summarized point, here and of the reference, empty cells NULL, times in s; id: the place in the files
--   members   the experiments of each point (id, experiment): a point may belong to several, and is measured once
--   estimate  a row a point and clock (kernel, total, input, h2d, d2h, output; share: kernel over total; of the input: fill, the
--             matrices, and reading, the rest; energy: J of a result, of samples as long as the counter needs): time, interval
--   ratio     time of point `above` over that of `below`, by the kernel's clock or end to end: value, interval, half of it
--   study     what the report shows: points of this machine, and those of the reference machine in experiments in which
--             it has GPU points and this machine has none
--   beside    study's good points beside every baseline for the same work, a row a point
--   compared  the same, a row a point and experiment; columns _said are a number with its interval for a text
--   scaling   compared's rows of this machine's thread sweep
--   curves    a row a curve over threads, strong or weak scaling: its law, and how far threads take it
--   host_summary  the summary of a folder of shards, in which every host stands apart (elsewhere they count as one)
--   variants, kernels, counters, trace, profiler, cachegrind, trusted, published_..., machines

.import --csv summary.csv summary_here
.import --csv reference_summary.csv summary_reference
.import --csv rounds.csv rounds_here
.import --csv reference_rounds.csv rounds_reference
.import --csv laws.csv laws_here
.import --csv reference_laws.csv laws_reference
.import --csv variants.csv variants
.import --csv palette.csv palette
.import --csv flags.csv flag_meanings
.import --csv report_on.csv report_on
.import --csv hosts.csv host_summary

-- ---- points: typed, with a key for 'the same work under the same conditions' ----
-- Rows of two hosts are never the same work. on_host tells them apart in words where a folder has several.

CREATE VIEW summary_both AS
SELECT 'here' AS origin, rowid AS line, * FROM summary_here
UNION ALL
SELECT 'reference', rowid, * FROM summary_reference;

CREATE TABLE hosts AS -- an older summary has no column host: then the name means the outer one, which is empty
SELECT 'here' AS origin, line, (SELECT host FROM summary_here s WHERE s.rowid = line) AS host_name
FROM (SELECT rowid AS line, '' AS host FROM summary_here)
UNION ALL
SELECT 'reference', line, (SELECT host FROM summary_reference s WHERE s.rowid = line)
FROM (SELECT rowid AS line, '' AS host FROM summary_reference);
CREATE INDEX hosts_line ON hosts (line, origin);

CREATE TABLE several AS SELECT origin, count(DISTINCT host_name) > 1 AS hosts FROM hosts GROUP BY origin;

CREATE TABLE points AS
SELECT row_number() OVER (ORDER BY origin, line) AS id, line AS summary_line, origin, machine, host_name AS host,
       iif(several.hosts, ' (' || host_name || ')', '') AS on_host,
       experiment AS experiments, workload, type, cast(n AS integer) AS n, variant,
       -- what shares its work among GPUs or processes is none of the machine's one GPU or its threads
       CASE WHEN devices <> '' THEN 'gpus' WHEN ranks <> '' THEN iif(variant LIKE 'gpu/%', 'gpu ranks', 'ranks') ELSE substr(variant, 1, instr(variant, '/') - 1) END AS kind,
       cast(nullif(threads, '') AS integer) AS threads, cast(nullif(devices, '') AS integer) AS devices, cast(nullif(ranks, '') AS integer) AS ranks,
       iif(efficiency_low = '1' AND efficiency_high = '1', 1, nullif(efficiency, '') + 0.0) AS own_efficiency, -- of a point over itself exactly 1
       nullif((nullif(efficiency_high, '') - efficiency_low) / 2, 0) AS own_efficiency_half, nullif(schedule, '') AS schedule,
       cast(nullif(block, '') AS integer) AS block, cast(nullif(tile, '') AS integer) AS tile,
       cast(nullif(edges, '') AS integer) AS edges, nullif(graph, '') AS graph,
       cast(coalesce(nullif(matrices, ''), 1) AS integer) AS matrices, nullif(transfer, '') AS transfer,
       cast(coalesce(nullif(iterations, ''), 1) AS integer) AS iterations,
       nullif(places, '') AS places, nullif(bind, '') AS bind, nullif(cache, '') AS cache,
       nullif(seed, '') AS seed, nullif(input_hash, '') AS input_hash,
       cast(nullif(samples, '') AS integer) AS samples,
       nullif(kernel_median_s, '') + 0.0 AS kernel_s, nullif(kernel_ci_low_s, '') + 0.0 AS kernel_low_s,
       nullif(kernel_ci_high_s, '') + 0.0 AS kernel_high_s,
       nullif(total_median_s, '') + 0.0 AS total_s, nullif(total_ci_low_s, '') + 0.0 AS total_low_s,
       nullif(total_ci_high_s, '') + 0.0 AS total_high_s,
       nullif(h2d_median_s, '') + 0.0 AS h2d_s, nullif(d2h_median_s, '') + 0.0 AS d2h_s,
       nullif(input_median_s, '') + 0.0 AS input_s, nullif(output_median_s, '') + 0.0 AS output_s,
       nullif(rate, '') + 0.0 AS rate, nullif(peak_rate, '') + 0.0 AS peak_rate, nullif(rate_unit, '') AS rate_unit,
       nullif(ceiling, '') AS ceiling, nullif(ceiling_rate, '') + 0.0 AS ceiling_rate,
       nullif(ceiling_share, '') + 0.0 AS ceiling_share, nullif(ceiling_share_low, '') + 0.0 AS ceiling_share_low,
       nullif(ceiling_share_high, '') + 0.0 AS ceiling_share_high, nullif(peak_share, '') + 0.0 AS peak_share,
       nullif(error_units, '') + 0.0 AS error_units, nullif(precision_class, '') AS precision_class,
       status, status IN ('ok', 'reduced') AS is_right, nullif(stop, '') AS stop, cast(nullif(rounds, '') AS integer) AS rounds,
       cast(nullif(outliers, '') AS integer) AS outliers, nullif(flags, '') AS flags,
       nullif(detail, '') AS detail, nullif(sm_mhz, '') + 0.0 AS sm_mhz, build, run, started,
       -- the file's name without folder and ending: "p25k1"
       replace(replace(graph, rtrim(graph, replace(graph, '/', '')), ''), '.bin', '') AS testcase,
       json_array(machine, host_name, workload, type, n, edges, graph, coalesce(nullif(matrices, ''), 1),
                  coalesce(nullif(iterations, ''), 1), cache, seed) AS work
FROM summary_both
JOIN hosts USING (origin, line)
JOIN several USING (origin);

CREATE TABLE members AS -- the summary has them in one cell, with ; between them
WITH RECURSIVE part AS (
    SELECT id, NULL AS experiment, experiments || ';' AS rest FROM points
    UNION ALL
    SELECT id, substr(rest, 1, instr(rest, ';') - 1), substr(rest, instr(rest, ';') + 1) FROM part WHERE rest <> ''
)
SELECT DISTINCT id, coalesce(nullif(experiment, ''), 'unnamed') AS experiment FROM part WHERE experiment IS NOT NULL;
CREATE INDEX members_id ON members (id);
CREATE INDEX members_experiment ON members (experiment);

CREATE TABLE lent AS -- experiments whose GPU rows are the reference's
SELECT experiment FROM points JOIN members USING (id) WHERE origin = 'reference' AND kind = 'gpu' AND is_right
EXCEPT
SELECT experiment FROM points JOIN members USING (id) WHERE origin = 'here' AND kind = 'gpu' AND is_right;

CREATE TABLE study AS
SELECT * FROM points
WHERE origin = 'here' OR id IN (SELECT id FROM members JOIN lent USING (experiment));

-- ---- beside, compared: each good point beside the baselines for the same work ----
-- A baseline is CPU time from the clock's start to its end, so a GPU is compared twice:
-- by its kernel alone and end to end, copies included.

CREATE TABLE machines AS
SELECT origin, json, nullif(json_extract(json, '$.cpu.cores'), 0) AS cores, nullif(json_extract(json, '$.cpu.fast_cores'), 0) AS fast_cores
FROM (SELECT 'here' AS origin, cast(readfile('machine.json') AS text) AS json
      UNION ALL
      SELECT 'reference', cast(readfile('reference_machine.json') AS text))
WHERE json_valid(json);

CREATE TABLE good AS -- shape: what tells points of one work apart but their threads; told: its name, where threads are spread or loops shared out in another way with that; amount: the operations or bytes of the whole, by the cost model, whose rate is this over the time
SELECT study.*, json_array(variant, schedule, block, tile, bind) AS shape,
       variant || iif(bind = 'spread', ' (spread)', '') || iif(schedule <> 'static', ' (' || schedule || ')', '') AS told, 1e9 * rate * kernel_s AS amount, kernel_low_s IS NOT NULL AS is_result,
       CASE WHEN kernel_low_s IS NOT NULL THEN '' WHEN rounds = 1 THEN '^one' ELSE '^few' END
       || iif(status = 'reduced', '^reduced', '') || iif(origin = 'reference', '^ref', '')
       || CASE WHEN kind <> 'cpu' OR several.hosts THEN '' WHEN threads > cores THEN '^threads' WHEN threads > fast_cores THEN '^slower' ELSE '' END AS marks
FROM study
LEFT JOIN machines USING (origin)
JOIN several USING (origin)
WHERE is_right AND kernel_s > 0;
CREATE INDEX good_id ON good (id);
CREATE INDEX good_work ON good (work);

-- Baselines: those that a name tells, with an interval where there is one, and the best: the fastest, where that has an interval.
-- Where it has none nobody can tell which is the best, and none is called so.

CREATE TABLE best AS
SELECT id AS best_id, work, kernel_s AS best_s, variant AS best_variant, threads AS best_threads
FROM (SELECT *, row_number() OVER (PARTITION BY work ORDER BY kernel_s, id) AS place FROM good WHERE kind = 'cpu')
WHERE place = 1 AND is_result;

CREATE TABLE single AS -- the fastest on one thread: of each variant and shape, of each variant, of all
SELECT *, row_number() OVER (PARTITION BY work, variant, block, tile, schedule ORDER BY NOT is_result, kernel_s, id) AS place,
       row_number() OVER (PARTITION BY work, variant ORDER BY NOT is_result, kernel_s, id) AS place_of_variant,
       iif(is_result, row_number() OVER (PARTITION BY work ORDER BY kernel_s, id), NULL) AS place_of_all
FROM good WHERE kind = 'cpu' AND threads = 1;
CREATE INDEX single_work ON single (work, variant);

CREATE TABLE baseline AS
SELECT p.id, o.id AS own_id, v.id AS naive_id, u.id AS unoptimized_id, s.id AS single_id, b.best_id
FROM good p
LEFT JOIN single o ON o.work = p.work AND o.variant = p.variant AND p.threads IS NOT NULL
    AND o.block IS p.block AND o.tile IS p.tile AND o.schedule IS p.schedule AND o.place = 1
LEFT JOIN single v ON v.work = p.work AND v.variant = 'cpu/naive' AND v.place_of_variant = 1
LEFT JOIN single u ON u.work = p.work AND u.variant = 'cpu/unoptimized' AND u.place_of_variant = 1
LEFT JOIN single s ON s.work = p.work AND s.place_of_all = 1
LEFT JOIN best b ON b.work = p.work;
CREATE INDEX baseline_id ON baseline (id);

-- ---- estimate, ratio: as common/statistics/rounds.c and experiments/harness/analysis/baselines.c form them ----

CREATE TABLE round_time AS -- the logarithm of each round's median, a row a point, clock and round
WITH both AS (
    SELECT 'here' AS origin, * FROM rounds_here UNION ALL SELECT 'reference', * FROM rounds_reference
),
placed AS (
    SELECT g.id, g.run, g.iterations * g.matrices AS results, iif(g.kind = 'gpu', 1, 0.1) AS least_s, r.* FROM both r JOIN good g ON g.origin = r.origin AND g.summary_line = cast(r.line AS integer)
),
clocked AS (
    SELECT id, run, round, 'kernel' AS clock, kernel_s AS time_s FROM placed
    UNION ALL SELECT id, run, round, 'total', total_s FROM placed
    UNION ALL SELECT id, run, round, 'input', input_s FROM placed
    UNION ALL SELECT id, run, round, 'h2d', h2d_s FROM placed
    UNION ALL SELECT id, run, round, 'd2h', d2h_s FROM placed
    UNION ALL SELECT id, run, round, 'output', output_s FROM placed
    UNION ALL SELECT id, run, round, 'share', kernel_s / nullif(total_s + 0.0, 0) FROM placed
    UNION ALL SELECT id, run, round, 'energy', (energy_j + 0.0) / results FROM placed WHERE total_s + 0.0 >= least_s
    UNION ALL SELECT id, run, round, 'fill', fill_s FROM placed
    UNION ALL SELECT id, run, round, 'reading', input_s - nullif(fill_s, '') FROM placed
)
SELECT id, run, cast(round AS integer) AS round, clock, ln(time_s + 0.0) AS log_s FROM clocked WHERE time_s + 0.0 > 0
ORDER BY id, clock, round;
CREATE INDEX round_time_id ON round_time (id, clock, round);

-- Student's quantile for 95 % by its expansion in 1 / freedom, right within 0.1 % from four degrees on: the numbers of `reach`.
-- Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5.

CREATE TABLE estimate AS -- square: of the standard error of the logarithm
WITH mean AS (
    SELECT id, clock, count(*) AS rounds, avg(log_s) AS mean FROM round_time GROUP BY id, clock
),
spread AS (
    SELECT m.*, sum((t.log_s - m.mean) * (t.log_s - m.mean)) / (m.rounds - 1) / m.rounds AS square
    FROM mean m JOIN round_time t USING (id, clock) GROUP BY m.id, m.clock
)
SELECT id, clock, rounds, mean, square, exp(mean) AS time_s, exp(mean - reach) AS low_s, exp(mean + reach) AS high_s,
       (exp(mean + reach) - exp(mean - reach)) / 2 AS half_s
FROM (SELECT *, sqrt(square) * (1.959964 + (2.372271 + (2.822499 + (2.555850 + 1.589534 / freedom) / freedom) / freedom) / freedom) AS reach
      FROM (SELECT *, iif(rounds >= 5, rounds - 1.0, NULL) AS freedom FROM spread));
CREATE INDEX estimate_id ON estimate (id, clock);

CREATE TABLE asked AS -- pairs of points whose ratio is shown somewhere: baselines, and all of one size of experiments that set points beside each other
WITH studied AS (
    SELECT DISTINCT g.id, json_array(g.origin, g.machine, g.host, g.workload, g.type, g.n, g.edges) AS size
    FROM good g JOIN members USING (id)
    WHERE experiment IN ('thread-scaling', 'thread-placement', 'sparse-graphs', 'peers', 'openmp-threads', 'transpose-ladder', 'cuda-matmul', 'apsp-ladder',
                         'apsp-breakdown', 'apsp-blocking-factor', 'transfer-overlap', 'thread-tile', 'shared-block')
)
SELECT a.id AS above, b.id AS below FROM studied a JOIN studied b USING (size)
UNION SELECT own_id, id FROM baseline WHERE own_id IS NOT NULL
UNION SELECT naive_id, id FROM baseline WHERE naive_id IS NOT NULL
UNION SELECT unoptimized_id, id FROM baseline WHERE unoptimized_id IS NOT NULL
UNION SELECT single_id, id FROM baseline WHERE single_id IS NOT NULL
UNION SELECT best_id, id FROM baseline WHERE best_id IS NOT NULL
UNION -- GPU points and all CPU points that one of them may be held against, whatever the number of matrices
SELECT c.id, g.id FROM good g
JOIN good c ON c.kind = 'cpu' AND c.origin = g.origin AND c.machine = g.machine AND c.host = g.host AND c.workload = g.workload
     AND c.type = g.type AND c.n = g.n AND c.edges IS g.edges
WHERE g.kind = 'gpu'
UNION -- and the best of this machine beside a GPU that stands in for one
SELECT c.id, g.id FROM good g
JOIN good c ON c.origin = 'here' AND c.workload = g.workload AND c.type = g.type AND c.n = g.n AND c.edges IS g.edges
WHERE g.kind = 'gpu' AND g.origin = 'reference' AND c.id IN (SELECT best_id FROM best);

CREATE TABLE together AS -- where five rounds or more of one run visited both
WITH beside_each_other AS (
    SELECT p.above, p.below, a.clock, a.log_s - b.log_s AS log_ratio
    FROM asked p
    JOIN round_time a ON a.id = p.above AND a.clock IN ('kernel', 'total')
    JOIN round_time b ON b.id = p.below AND b.clock = a.clock AND b.round = a.round AND b.run = a.run
    WHERE p.above <> p.below
),
mean AS (
    SELECT *, avg(log_ratio) OVER pair AS mean, count(*) OVER pair AS rounds FROM beside_each_other
    WINDOW pair AS (PARTITION BY above, below, clock)
)
SELECT above, below, clock, mean, rounds - 1.0 AS freedom,
       sum((log_ratio - mean) * (log_ratio - mean)) / (rounds - 1) / rounds AS square
FROM mean WHERE rounds >= 5 GROUP BY above, below, clock;
CREATE UNIQUE INDEX together_pair ON together (above, below, clock);

CREATE TABLE ratio AS
WITH apart AS ( -- else Welch's t
    SELECT p.above, p.below, a.clock, a.mean - b.mean AS mean, iif(a.rounds >= 5 AND b.rounds >= 5,
           coalesce((a.square + b.square) * (a.square + b.square)
                    / nullif(a.square * a.square / (a.rounds - 1) + b.square * b.square / (b.rounds - 1), 0),
                    a.rounds + b.rounds - 2.0), NULL) AS freedom, a.square + b.square AS square
    FROM asked p
    JOIN estimate a ON a.id = p.above AND a.clock IN ('kernel', 'total')
    JOIN estimate b ON b.id = p.below AND b.clock = a.clock
    LEFT JOIN together t ON t.above = p.above AND t.below = p.below AND t.clock = a.clock
    WHERE p.above <> p.below AND t.above IS NULL
),
either AS (
    SELECT * FROM together
    UNION ALL
    SELECT * FROM apart
)
SELECT above, below, clock, exp(mean) AS value, exp(mean - reach) AS low, exp(mean + reach) AS high,
       (exp(mean + reach) - exp(mean - reach)) / 2 AS half
FROM (SELECT *, sqrt(square) * (1.959964 + (2.372271 + (2.822499 + (2.555850 + 1.589534 / freedom) / freedom) / freedom) / freedom) AS reach
      FROM either)
UNION ALL -- a point over itself: exactly 1, where it is a result
SELECT above, below, column1, 1, iif(is_result, 1, NULL), iif(is_result, 1, NULL), NULL
FROM asked JOIN good ON id = above JOIN (VALUES ('kernel'), ('total')) WHERE above = below;
CREATE UNIQUE INDEX ratio_pair ON ratio (above, below, clock);

CREATE TABLE beside AS
SELECT p.*,
       p.kernel_s * 1e3 AS kernel_ms, (p.kernel_high_s - p.kernel_low_s) / 2 * 1e3 AS kernel_half_ms,
       p.total_s * 1e3 AS total_ms, (p.total_high_s - p.total_low_s) / 2 * 1e3 AS total_half_ms,
       p.rate * (p.kernel_high_s - p.kernel_low_s) / 2 / p.kernel_s AS rate_half,
       own_id, naive_id, unoptimized_id, single_id, k.best_id, s.variant AS single_variant, best_s, best_variant, best_threads,
       v.kernel_s AS naive_s, u.kernel_s AS unoptimized_s,
       ro.value AS over_own, ro.low AS over_own_low, ro.high AS over_own_high, ro.half AS over_own_half,
       rv.value AS over_naive, rv.low AS over_naive_low, rv.high AS over_naive_high, rv.half AS over_naive_half,
       ru.value AS over_unoptimized, ru.low AS over_unoptimized_low, ru.high AS over_unoptimized_high,
       ru.half AS over_unoptimized_half,
       rs.value AS over_single, rs.half AS over_single_half, rb.value AS over_best, rb.half AS over_best_half,
       tv.value AS total_over_naive, tv.half AS total_over_naive_half,
       ro.value / p.threads AS efficiency, ro.low / p.threads AS efficiency_low, ro.high / p.threads AS efficiency_high,
       ro.half / p.threads AS efficiency_half,
       '{' || p.rate || '±' || coalesce(p.rate * (p.kernel_high_s - p.kernel_low_s) / 2 / p.kernel_s, '') || '}' AS rate_said,
       '{' || p.kernel_s || '±' || coalesce((p.kernel_high_s - p.kernel_low_s) / 2, '') || '}' AS kernel_said,
       '{' || ro.value || '±' || coalesce(ro.half, '') || '}' AS over_own_said, '{' || rv.value || '±' || coalesce(rv.half, '') || '}' AS over_naive_said,
       '{' || ru.value || '±' || coalesce(ru.half, '') || '}' AS over_unoptimized_said
FROM good p
JOIN baseline k USING (id)
LEFT JOIN good v ON v.id = naive_id
LEFT JOIN good u ON u.id = unoptimized_id
LEFT JOIN good s ON s.id = single_id
LEFT JOIN best b ON b.best_id = k.best_id
LEFT JOIN ratio ro ON ro.above = own_id AND ro.below = p.id AND ro.clock = 'kernel'
LEFT JOIN ratio rv ON rv.above = naive_id AND rv.below = p.id AND rv.clock = 'kernel'
LEFT JOIN ratio ru ON ru.above = unoptimized_id AND ru.below = p.id AND ru.clock = 'kernel'
LEFT JOIN ratio rs ON rs.above = single_id AND rs.below = p.id AND rs.clock = 'kernel'
LEFT JOIN ratio rb ON rb.above = k.best_id AND rb.below = p.id AND rb.clock = 'kernel'
LEFT JOIN ratio tv ON tv.above = naive_id AND tv.below = p.id AND tv.clock = 'total';
CREATE INDEX beside_id ON beside (id);
CREATE INDEX beside_work ON beside (work, variant);

CREATE VIEW compared AS
SELECT m.experiment, b.*
FROM members m
JOIN beside b USING (id)
WHERE b.origin = 'here' OR m.experiment IN (SELECT experiment FROM lent);

CREATE TABLE scaling AS -- the thread sweep of this machine
SELECT *, max(threads) OVER (PARTITION BY work, variant) AS most_threads,
       max(n) OVER (PARTITION BY workload, type, host) AS largest_n
FROM compared
WHERE experiment = 'thread-scaling' AND kind = 'cpu' AND origin = 'here';

CREATE TABLE curves AS -- first_id: its point on the fewest threads, last_id: on the most that have a core of their own
WITH both AS (SELECT 'here' AS origin, * FROM laws_here UNION ALL SELECT 'reference', * FROM laws_reference)
SELECT f.id AS first_id, l.id AS last_id, f.origin, f.machine, f.on_host, f.workload, f.type, f.n, f.variant, f.schedule, f.block, f.tile,
       scaling, cast(fitted_counts AS integer) AS counts, cast(fitted_threads AS integer) AS most_threads, l.n AS most_n,
       nullif(law, '') AS law, nullif(iif(law = 'usl', usl_serial, amdahl_serial), '') + 0.0 AS serial,
       (nullif(iif(law = 'usl', usl_serial_high, amdahl_serial_high), '') - iif(law = 'usl', usl_serial_low, amdahl_serial_low)) / 2 AS serial_half,
       iif(law = 'usl', usl_coherency + 0.0, NULL) AS coherency,
       iif(law = 'usl', (nullif(usl_coherency_high, '') - usl_coherency_low) / 2, NULL) AS coherency_half,
       nullif(peak_threads, '') + 0.0 AS peak_threads,
       iif(amdahl_serial_low = '', NULL, nullif(half_efficiency_threads, '') + 0.0) AS half_efficiency_threads,
       nullif(karp_flatt, '') + 0.0 AS karp_flatt, (nullif(karp_flatt_high, '') - karp_flatt_low) / 2 AS karp_flatt_half,
       nullif(gustafson_serial, '') + 0.0 AS gustafson, (nullif(gustafson_serial_high, '') - gustafson_serial_low) / 2 AS gustafson_half,
       nullif(weak_efficiency, '') + 0.0 AS weak_efficiency,
       (nullif(weak_efficiency_high, '') - weak_efficiency_low) / 2 AS weak_efficiency_half,
       cast(nullif(recommended_threads, '') AS integer) AS recommended_threads
FROM both c
JOIN points f ON f.origin = c.origin AND f.summary_line = cast(c.first_line AS integer)
JOIN points l ON l.origin = c.origin AND l.summary_line = cast(c.last_line AS integer);

-- ---- flags, rounds: what the last chapter counts ----

CREATE TABLE flagged AS -- the flags of this machine's right points one by one; the summary has them in one cell, with ; between them
WITH RECURSIVE part AS (
    SELECT id, NULL AS flag, flags || ';' AS rest FROM points WHERE origin = 'here' AND is_right AND flags IS NOT NULL
    UNION ALL
    SELECT id, substr(rest, 1, instr(rest, ';') - 1), substr(rest, instr(rest, ';') + 1) FROM part WHERE rest <> ''
)
SELECT id, flag FROM part WHERE flag IS NOT NULL;

CREATE TABLE batch AS -- the samples of one round of one of this machine's right points, taken by one process
SELECT p.id, cast(r.round AS integer) AS round, cast(r.samples AS integer) AS samples,
       nullif(steal, '') + 0.0 AS steal, nullif(load, '') + 0.0 AS load
FROM rounds_here r
JOIN points p ON p.origin = 'here' AND p.summary_line = cast(r.line AS integer);

-- ---- look: one colour and one point shape for a variant, in every figure ----
-- plots/palette.csv names them; a variant that it does not know gets one by its name,
-- so that it too looks the same everywhere.

CREATE TABLE look AS
SELECT v.variant, coalesce(p.colour, substr('0x0072B20xD55E000x009E730xCC79A70xE69F000x56B4E90x882255', 1 + 8 * hash,
       8)) AS colour,
       coalesce(p.point, 11) AS point
FROM (SELECT DISTINCT variant, (unicode(substr(variant, 5)) * 3 + unicode(substr(variant,
    -1)) * 5 + length(variant)) % 7 AS hash
      FROM (SELECT variant FROM points UNION SELECT variant FROM palette)) v
LEFT JOIN palette p ON p.variant = v.variant;

-- ---- what the five reports published, as text: digits as printed ----

.import --csv published_transpose_cuda.csv published_transpose_cuda
.import --csv published_matmul_openmp.csv published_matmul_openmp
.import --csv published_matmul_cuda.csv published_matmul_cuda
.import --csv published_apsp_ladder.csv published_apsp_ladder
.import --csv published_apsp_breakdown.csv published_apsp_breakdown
.import --csv published_apsp_blocking_factor.csv published_apsp_blocking_factor
.import --csv published_transfer_overlap.csv published_transfer_overlap
.import --csv published_thread_1x1.csv published_thread_1x1
.import --csv published_thread_tile.csv published_thread_tile
.import --csv published_shared_block.csv published_shared_block
.import --csv published_hardware.csv published_hardware

CREATE TABLE product AS -- operations of a product of the published sizes; what was measured has its amount
SELECT n, 2.0 * n * n * n AS operations FROM (SELECT n FROM published_transfer_overlap UNION SELECT '2048');

-- Every published cell that follows from others of its row, recomputed: printed = factor * top / bottom.
-- It follows when it is right within the rounding of all figures involved: half a unit of the last digit printed.
CREATE VIEW derived AS
SELECT rowid AS line, 'transpose_cuda' AS source, variant AS row, 'bandwidth_gbs' AS cell, bandwidth_gbs AS printed,
       2.0 * 4 * 2048 * 2048 * 100 / 1073741824 * 1e3 AS factor, '1.0000000' AS top, time_ms AS bottom
FROM published_transpose_cuda
UNION ALL
SELECT rowid, 'transpose_cuda', variant, 'step_speedup', step_speedup, 1.0,
       lag(time_ms) OVER (ORDER BY rowid), time_ms
FROM published_transpose_cuda
UNION ALL
SELECT rowid, 'transpose_cuda', variant, 'speedup_vs_cpu', speedup_vs_cpu, 1.0,
       first_value(time_ms) OVER (ORDER BY rowid), time_ms
FROM published_transpose_cuda
UNION ALL
SELECT rowid, 'matmul_openmp', threads, 'speedup', speedup, 1.0, serial_s, parallel_s FROM published_matmul_openmp
UNION ALL
SELECT rowid, 'matmul_openmp', threads, 'speedup_transposed', speedup_transposed, 1.0, serial_transposed_s,
       parallel_transposed_s
FROM published_matmul_openmp
UNION ALL
SELECT rowid, 'matmul_cuda', variant, 'speedup', speedup, 1.0, first_value(time_ms) OVER (ORDER BY rowid), time_ms
FROM published_matmul_cuda
UNION ALL
SELECT rowid, 'transfer_overlap', rowid, 'gflops', gflops, operations * matrices / 1e6, '1.0000000', time_ms
FROM (SELECT rowid, * FROM published_transfer_overlap) JOIN product USING (n)
UNION ALL
SELECT rowid, 'thread_tile', tile, 'mean_ms', mean_ms, (run1_ms + run2_ms + run3_ms + run4_ms + run5_ms) / 5, '1.0000000',
       '1.0000000'
FROM published_thread_tile
UNION ALL
SELECT rowid, 'shared_block', block, 'mean_ms', mean_ms, (run1_ms + run2_ms + run3_ms + run4_ms + run5_ms) / 5, '1.0000000',
       '1.0000000'
FROM published_shared_block;

-- Times that follow the size: computing n³, copies and writing n². One is in line when it is within a fifth of what the median of the
-- other rows, over their n³ or n², makes of its own n. Reading follows m but for a fixed cost, which small files show.
CREATE VIEW trend AS
WITH cell AS (
    SELECT rowid AS line, testcase AS row, 'compute_s' AS cell, compute_s AS printed, 1.0 * n * n * n AS work FROM published_apsp_breakdown
    UNION ALL SELECT rowid, testcase, 'h2d_s', h2d_s, 1.0 * n * n FROM published_apsp_breakdown
    UNION ALL SELECT rowid, testcase, 'd2h_s', d2h_s, 1.0 * n * n FROM published_apsp_breakdown
    UNION ALL SELECT rowid, testcase, 'output_s', output_s, 1.0 * n * n FROM published_apsp_breakdown
),
other AS ( -- of each cell the others' rates, in order
    SELECT c.*, o.printed / o.work AS rate, row_number() OVER (PARTITION BY c.cell, c.line ORDER BY o.printed / o.work, o.line) AS place,
           count(*) OVER (PARTITION BY c.cell, c.line) AS others
    FROM cell c JOIN cell o ON o.cell = c.cell AND o.line <> c.line
)
SELECT line, row, cell, printed, work * avg(rate) AS recomputed
FROM other WHERE 2 * place BETWEEN others AND others + 2
GROUP BY cell, line, row, printed, work;

CREATE TABLE audit AS
WITH unit AS (
    SELECT *, 0.5 * pow(10, iif(instr(printed, '.'), instr(printed, '.') - length(printed), 0)) / printed AS printed_half,
           0.5 * pow(10, iif(instr(top, '.'), instr(top, '.') - length(top), 0)) / top AS top_half,
           0.5 * pow(10, iif(instr(bottom, '.'), instr(bottom, '.') - length(bottom), 0)) / bottom AS bottom_half
    FROM derived WHERE printed <> '' AND top <> ''
)
SELECT line, source, row, cell, printed, factor * top / bottom AS recomputed, 'the figures of its row' AS follows,
       iif(abs(factor * top / bottom / printed - 1) > 1.001 * (printed_half + top_half + bottom_half), '^audit', '') AS mark
FROM unit
UNION ALL
SELECT line, 'apsp_breakdown', row, cell, printed, recomputed, 'the other rows', iif(abs(printed / recomputed - 1) > 0.2, '^trend', '')
FROM trend;

-- ---- what the GPU and cachegrind told: of this machine, else of the reference ----

.import --csv kernels.csv kernels_here
.import --csv reference_kernels.csv kernels_reference
.import --csv counters.csv counters_here
.import --csv reference_counters.csv counters_reference
.import --csv trace.csv trace_here
.import --csv reference_trace.csv trace_reference
.import --csv profiler.csv profiler_here
.import --csv reference_profiler.csv profiler_reference
.import --csv cachegrind.csv cachegrind_here
.import --csv reference_cachegrind.csv cachegrind_reference
.import --csv self-test.csv self_test

CREATE TABLE kernels AS
SELECT rowid AS line, * FROM kernels_here
UNION ALL
SELECT rowid, * FROM kernels_reference WHERE NOT EXISTS (SELECT 1 FROM kernels_here);

-- One launch a run, and a run a process: the mean of the runs with Student's interval. A run that an older file does not tell is 1.
CREATE TABLE counters AS
WITH told AS (
    SELECT 'here' AS origin, c.*, (SELECT run FROM counters_here t WHERE t.rowid = c.line) AS number
    FROM (SELECT rowid AS line, workload, variant, type, n, block, tile, kernel, metric, value, unit, '1' AS run FROM counters_here) c
    UNION ALL
    SELECT 'reference', c.*, (SELECT run FROM counters_reference t WHERE t.rowid = c.line)
    FROM (SELECT rowid AS line, workload, variant, type, n, block, tile, kernel, metric, value, unit, '1' AS run FROM counters_reference) c
    WHERE NOT EXISTS (SELECT 1 FROM counters_here)
),
mean AS (
    SELECT *, count(*) OVER same AS runs, avg(value) OVER same AS mean
    FROM (SELECT origin, workload, variant, type, n, block, tile, kernel, metric, max(unit) AS unit, avg(value + 0.0) AS value FROM told
          GROUP BY origin, workload, variant, type, n, block, tile, kernel, metric, number)
    WINDOW same AS (PARTITION BY workload, variant, type, n, block, tile, kernel, metric)
),
spread AS (
    SELECT *, sqrt(sum((value - mean) * (value - mean)) / (runs - 1) / runs) AS error, iif(runs >= 5, runs - 1.0, NULL) AS freedom
    FROM mean GROUP BY workload, variant, type, n, block, tile, kernel, metric
)
SELECT origin, workload, variant, type, cast(n AS integer) AS n, cast(nullif(block, '') AS integer) AS block,
       cast(nullif(tile, '') AS integer) AS tile, kernel, metric, unit, runs, mean AS value, mean - reach AS low, mean + reach AS high, reach AS half,
       CASE WHEN runs = 1 THEN '^one' WHEN runs < 5 THEN '^few' ELSE '' END || iif(origin = 'reference', '^ref', '') AS mark
FROM (SELECT *, error * (1.959964 + (2.372271 + (2.822499 + (2.555850 + 1.589534 / freedom) / freedom) / freedom) / freedom) AS reach
      FROM spread);

CREATE TABLE trace AS
SELECT rowid AS line, * FROM trace_here
UNION ALL
SELECT rowid, * FROM trace_reference WHERE NOT EXISTS (SELECT 1 FROM trace_here);

CREATE TABLE cachegrind AS
SELECT * FROM cachegrind_here
UNION ALL
SELECT * FROM cachegrind_reference WHERE NOT EXISTS (SELECT 1 FROM cachegrind_here);

CREATE VIEW told_by AS -- the machine that the rows of each of these are of
WITH told (source, here) AS (
    SELECT 'kernels', EXISTS (SELECT 1 FROM kernels_here) UNION ALL SELECT 'counters', EXISTS (SELECT 1 FROM counters_here)
    UNION ALL SELECT 'trace', EXISTS (SELECT 1 FROM trace_here) UNION ALL SELECT 'cachegrind', EXISTS (SELECT 1 FROM cachegrind_here)
)
SELECT source, iif(here, 'here', 'reference') AS origin, json_extract(json, '$.name') AS machine
FROM told JOIN machines ON machines.origin = iif(here, 'here', 'reference');

-- Of this machine alone: another's says nothing of it.
CREATE TABLE trusted AS
SELECT question, slower + 0.0 AS slower, share + 0.0 AS share FROM self_test WHERE share <> '';

CREATE TABLE profiler AS
SELECT workload, variant, type, cast(n AS integer) AS n, cast(nullif(tile, '') AS integer) AS tile,
       cast(launch AS integer) AS launch, time_s + 0.0 AS time_s,
       sm_mhz + 0.0 AS sm_mhz
FROM (SELECT * FROM profiler_here
      UNION ALL
      SELECT * FROM profiler_reference WHERE NOT EXISTS (SELECT 1 FROM profiler_here));
