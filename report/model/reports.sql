-- The five course reports: published figures, their audit, results of GPU tools, and both beside each other. Read after compare.sql.
--
--   audit     every published figure that follows from others, recomputed; mark: footnote of those that do not follow
--   origins   the machine of each origin
--   counter_means   means of the counters of several runs; trusted: this machine's self-test
--   chosen    per experiment: points of the machine shown beside the published figures (shown_n: its size)
--   measured  those of that size; differs: why they cannot be compared with the published ones
--   chapters  the reports that have a chapter: their experiment was measured here
--   ladder    the rungs of reports T, O and F; figures, published, low, high are those of the step from the rung above
--   overlap   report S's 48 rows, the right number of matrices, and the measured values
--   gains     report S: the four ways to transfer, and the gains of pinned memory and overlap
--   trends    claims that one quantity grows with another, over all pairs of cases
--   sweep     report R's two sweeps
--   blocking, highest  report F: throughputs over the blocking factor, and where each is highest
--   openmp    report O: products over threads beside the serial code
--   agreement kernel time by events beside the profiler's, kernels over 100 us
--   ratio_text  ratio with its text

-- ---- published figures, as text: digits as printed ----

-- A cell follows from others of its row if printed = factor * top / bottom within the rounding of all: half a unit of the last digit.
CREATE VIEW derived AS
SELECT rowid AS line, 'transpose_cuda' AS source, printed AS row, 'bandwidth_gbs' AS cell, bandwidth_gbs AS printed,
       2e3 * 4 * 2048 * 2048 * 100 / 1073741824 AS factor, NULL AS top, time AS bottom FROM published_ladders
UNION ALL SELECT rowid, 'transpose_cuda', printed, 'step_speedup', step_speedup, 1.0, lag(time) OVER (PARTITION BY report ORDER BY place), time
FROM published_ladders
UNION ALL SELECT rowid, 'transpose_cuda', printed, 'speedup_vs_cpu', speedup_vs_cpu, 1.0, first_value(time) OVER (PARTITION BY report ORDER BY place), time
FROM published_ladders
UNION ALL SELECT rowid, 'matmul_openmp', threads, 'speedup', speedup, 1.0, serial_s, parallel_s FROM published_products
UNION ALL SELECT rowid, 'transfer_overlap', rowid, 'gflops', gflops, 2e-6 * n * n * n * matrices, NULL, time_ms FROM published_transfer_overlap
UNION ALL SELECT rowid, 'sweeps', side, 'mean_ms', mean_ms, (run1_ms + run2_ms + run3_ms + run4_ms + run5_ms) / 5, NULL, NULL
FROM published_sweeps;

-- Report F's times follow the size: computing n³, copies and writing n². A time is in line if it is within a fifth of the prediction from the
-- median of the other four rows over their n³ or n². Reading follows m except for a fixed cost, which small files show.
CREATE TABLE audit AS
WITH cell AS (
    SELECT rowid AS line, testcase AS row, replace(clock, 'kernel', 'compute') || '_s' AS cell, time AS printed,
           pow(n, 2 + (clock = 'kernel')) AS work
    FROM published_times WHERE clock <> 'reading'
),
other AS (
    SELECT c.*, o.printed / o.work AS rate, row_number() OVER (PARTITION BY c.line ORDER BY o.printed / o.work, o.line) AS place
    FROM cell c JOIN cell o ON o.cell = c.cell AND o.line <> c.line
),
checked AS (
    SELECT line, source, row, cell, printed, factor * coalesce(top, 1) / coalesce(bottom, 1) AS recomputed, 'the figures of its row' AS follows,
           'audit' AS mark, (SELECT 1.001 * sum(0.5 * pow(10, iif(instr(value, '.'), instr(value, '.') - length(value), 0)) / value)
                             FROM json_each(json_array(printed, top, bottom))) AS most
    FROM derived WHERE printed <> ''
    UNION ALL
    SELECT line, 'apsp_breakdown', row, cell, printed, work * avg(rate), 'the other rows', 'trend', 0.2
    FROM other WHERE place IN (2, 3) GROUP BY line, row, cell, printed, work
)
SELECT line, source, row, cell, printed, recomputed, follows, iif(abs(printed / recomputed - 1) > most, mark, '') AS mark FROM checked;

-- ---- results of GPU tools and cachegrind: of this machine, otherwise of the reference ----

CREATE TABLE origins AS SELECT origin, max(machine) AS machine FROM numbered GROUP BY origin;

CREATE VIEW trusted AS SELECT question, slower, share FROM self_test WHERE share IS NOT NULL;

CREATE TABLE counter_means AS
SELECT c.origin, machine, workload, variant, type, n, block, kernel, metric, "count" AS runs, mean AS value, low, high,
       (high - low) / 2 AS half, CASE WHEN "count" = 1 THEN 'one ' WHEN "count" < 5 THEN 'few ' ELSE '' END
       || iif(c.origin = 'reference', 'ref', '') AS mark
FROM counters c JOIN origins USING (origin);

-- ---- what is shown beside the published figures ----
-- The machine with GPU points, otherwise this one (threads: this one); of several hosts the one that measured the published size, otherwise the
-- largest.

CREATE VIEW ratio_text AS SELECT *, rounded(value, half) || iif(low IS NULL, ' (no interval)', iif(apart, ' (two runs)', '')) AS phrase FROM ratio;

CREATE VIEW sizes AS SELECT experiment, nullif(report, '') AS report, nullif(published_n, '') + 0 AS published_n FROM studied;

CREATE TABLE chosen AS
SELECT * FROM (
    SELECT c.*, published_n, first_value(n) OVER best AS shown_n, first_value(json_array(origin, machine, host)) OVER best AS source
    FROM compared c LEFT JOIN sizes USING (experiment)
    WINDOW best AS (PARTITION BY experiment ORDER BY (origin = 'here') = (experiment = 'openmp-threads') DESC, n = published_n DESC, n DESC, id)
) WHERE json_array(origin, machine, host) = source;

CREATE VIEW measured AS
SELECT *, iif(n <> published_n, 'measured at n ' || n || ', published at ' || published_n, NULL) AS differs FROM chosen WHERE n = shown_n;

CREATE VIEW chapters AS
SELECT DISTINCT report FROM compared JOIN sizes USING (experiment) WHERE origin = 'here' AND (report = 'O' OR report <> 'O' AND kind = 'gpu');

-- ---- ladders: T timed copies and all iterations with a host clock, so its time is end to end; O and F show computing alone ----

CREATE TABLE ladder AS
WITH placed AS (
    SELECT *, time * unit_ms AS published_ms, iif(report = 'T', total_ms, kernel_ms) AS time_ms,
           iif(report = 'T', total_half_ms, kernel_half_ms) AS half_ms, iif(report = 'T', 'total', 'kernel') AS clock,
           1.0 * lag(time) OVER above / time AS published, 1.0 * first_value(time) OVER above / time AS published_whole,
           lag(id) OVER above AS above_id, lag(variant) OVER above AS above_variant, first_value(id) OVER above AS first_id
    FROM published_ladders LEFT JOIN (
        SELECT *, row_number() OVER (PARTITION BY experiment, variant ORDER BY iterations DESC, threads, NOT is_result, kernel_s, id) AS choice
        FROM measured) USING (experiment, variant)
    WHERE coalesce(choice, 1) = 1
    WINDOW above AS (PARTITION BY report ORDER BY place)
)
SELECT p.*, s.value AS step, s.low, s.high, s.half AS step_half, variant || ' ' || s.phrase || ' times ' || above_variant AS figures,
       w.value AS speedup, w.low AS speedup_low, w.high AS speedup_high, w.half AS speedup_half, w.phrase AS speedup_text, w.apart AS whole_apart, s.apart AS step_apart,
       published_ms / time_ms AS over_published, published_ms / time_ms / time_ms * half_ms AS over_published_half
FROM placed p
LEFT JOIN ratio_text s ON s.above = above_id AND s.below = p.id AND s.clock = p.clock
LEFT JOIN ratio_text w ON w.above = first_id AND w.below = p.id AND w.clock = p.clock;

-- ---- S ----
-- Time grows with the number of matrices: 1, 5 and 10 have the times of one n, block and version in this order. matrices is the right number.

CREATE TABLE overlap AS
WITH righted AS (
    SELECT rowid AS place, n + 0 AS n, block + 0 AS block, version, iif(version = '3', 'pageable', 'overlap-breadth') AS transfer,
           matrices + 0 AS printed_matrices, time_ms AS published_ms, gflops AS published_gflops, speedup_vs_cpu AS published_speedup,
           CASE row_number() OVER (PARTITION BY n, block, version ORDER BY time_ms + 0) WHEN 1 THEN 1 WHEN 2 THEN 5 ELSE 10 END AS matrices
    FROM published_transfer_overlap
)
SELECT o.*, nullif(o.matrices, printed_matrices) AS righted_matrices, g.id, g.origin, g.machine, g.total_ms, g.total_half_ms, g.error_units,
       g.precision_class, g.marks, 1e-6 * g.amount / g.total_ms AS gflops, r.value * o.matrices AS speedup, r.half * o.matrices AS speedup_half,
       r.low * o.matrices AS speedup_low, r.high * o.matrices AS speedup_high, r.apart
FROM righted o
LEFT JOIN chosen g ON g.experiment = 'transfer-overlap' AND g.kind = 'gpu' AND g.n = o.n AND g.block = o.block AND g.matrices = o.matrices
    AND g.transfer = o.transfer
LEFT JOIN chosen c ON c.experiment = g.experiment AND c.variant = 'cpu/ikj' AND c.n = g.n AND c.matrices = 1
LEFT JOIN ratio r ON r.above = c.id AND r.below = g.id AND r.clock = 'total';

CREATE TABLE gains AS -- version 3, version 3 with pinned memory, version 5 in both orders: points; gains of each, end to end
WITH orders AS (
    SELECT n, block, matrices, max(origin) AS origin, max(machine) AS machine, max(iif(transfer = 'pageable', id, NULL)) AS pageable,
           max(iif(transfer = 'pinned', id, NULL)) AS pinned, max(iif(transfer = 'overlap-breadth', id, NULL)) AS breadth,
           max(iif(transfer = 'overlap-depth', id, NULL)) AS depth
    FROM chosen WHERE experiment = 'transfer-overlap' AND kind = 'gpu'
    GROUP BY n, block, matrices
)
SELECT o.*, p.value AS of_pinned, p.low AS of_pinned_low, p.high AS of_pinned_high, p.half AS of_pinned_half, p.apart AS pinned_apart,
       b.value AS of_breadth, b.low AS of_breadth_low, b.high AS of_breadth_high, b.half AS of_breadth_half, b.apart AS breadth_apart,
       d.value AS of_depth, d.half AS of_depth_half, d.apart AS depth_apart, a.value AS gain, a.low AS gain_low, a.high AS gain_high, a.phrase
FROM orders o
LEFT JOIN ratio p ON p.above = o.pageable AND p.below = o.pinned AND p.clock = 'total'
LEFT JOIN ratio b ON b.above = o.pinned AND b.below = o.breadth AND b.clock = 'total'
LEFT JOIN ratio d ON d.above = o.pinned AND d.below = o.depth AND d.clock = 'total'
LEFT JOIN ratio_text a ON a.above = o.pageable AND a.below = o.breadth AND a.clock = 'total';

-- ---- trends: claims that one quantity grows with another, judged over all pairs of cases by one rule ----
-- A pair are two cases of one group whose x differ by more than a fourth; disjoint intervals decide it. A trend holds if more than half of the
-- pairs are decided in its order, and the decided ones pass the sign test: chance gives so many in one order in fewer than 5 %. It fails if
-- more than half, and five or more, are decided but do not pass. So noise, which leaves pairs undecided, makes neither verdict likelier.
-- F1: reading is the file alone, without the filling of the n² cells, which the published times cannot contain.

CREATE VIEW trends AS
WITH clocks (clock, place, quantity) AS (
    VALUES ('reading', 1, 'reading'), ('kernel', 2, 'computing'), ('h2d', 3, 'copying to the GPU'), ('d2h', 4, 'copying back'),
           ('output', 5, 'writing')
),
seen AS (
    SELECT 'F1' AS claim, place, quantity, variant AS fixed, iif(clock = 'reading', edges, n) AS x, low_s AS low, high_s AS high, origin, machine
    FROM compared JOIN estimate USING (id) JOIN clocks USING (clock)
    WHERE experiment = 'apsp-breakdown' AND testcase IN (SELECT testcase FROM published_times)
    UNION ALL
    SELECT key, 1, 'the gain of overlap over pinned memory',
           json_array(iif(key = 'S2', 0, matrices), iif(key = 'S3', 0, block), iif(key = 'S4', 0, n)), value, of_breadth_low,
           of_breadth_high, origin, machine
    FROM gains JOIN json_each(json_object('S2', matrices, 'S3', block, 'S4', 1.0 / n)) WHERE of_breadth > 0 AND (matrices > 1 OR key = 'S2')
),
counted AS (
    SELECT claim, place, quantity, max(a.origin) AS origin, max(a.machine) AS machine, count(*) AS pairs, total(a.high < b.low) AS in_order,
           total(a.low > b.high) AS out_of_order
    FROM seen a JOIN seen b USING (claim, place, quantity, fixed) WHERE 1.25 * a.x < b.x
    GROUP BY claim, place, quantity ORDER BY claim, place
)
SELECT claim, min(2 * in_order > pairs AND passes) AS surely, min(passes OR 2 * decided <= pairs OR decided < 5) AS possibly,
       max(origin) AS origin, max(machine) AS machine,
       group_concat(printf('%s: %d of %d pairs in order, %d out of order', quantity, in_order, pairs, out_of_order), '; ') AS figures,
       iif(claim = 'F1' AND min(place) > 1, 'reading was not timed apart from filling the matrix', NULL) AS differs
FROM (SELECT *, in_order + out_of_order AS decided, in_order - out_of_order - 1 >= 1.645 * sqrt(in_order + out_of_order) AS passes FROM counted)
GROUP BY claim;

-- ---- R ----

CREATE TABLE sweep AS
SELECT *, mean_ms / kernel_ms AS over_published, mean_ms / kernel_ms / kernel_ms * kernel_half_ms AS over_published_half
FROM (SELECT *, nullif(side, '') + 0 AS x FROM published_sweeps)
LEFT JOIN (SELECT *, iif(experiment = 'thread-tile', tile, block) AS x FROM measured) USING (experiment, variant, x);

CREATE VIEW ties AS -- of the sweeps over a tile or block: what the interval of the ratio does not separate from a point, of the same work
SELECT best_id, group_concat(x, ', ') AS blocks, group_concat(x || ' × ' || x, ', ') AS squares
FROM (SELECT r.below AS best_id, coalesce(o.tile, o.block) AS x FROM compared o JOIN ratio r ON r.above = o.id AND r.below <> o.id AND r.clock = 'kernel'
      WHERE experiment IN ('thread-tile', 'shared-block', 'apsp-blocking-factor') AND origin = 'here' AND (r.low > 1) IS NOT TRUE
            AND EXISTS (SELECT 1 FROM members WHERE id = r.below AND experiment = o.experiment)
      ORDER BY r.below, x)
GROUP BY best_id;

-- ---- O: the products over threads beside the serial code of the same kind ----

CREATE VIEW openmp AS
SELECT p.*, s.kernel_s AS serial_s, (s.kernel_high_s - s.kernel_low_s) / 2 AS serial_half, s.marks AS serial_marks, r.value AS speedup, r.low, r.high,
       r.half, r.apart, max(p.n) OVER (PARTITION BY p.origin) AS largest_n
FROM compared p
LEFT JOIN single s ON s.work = p.work AND s.variant = iif(p.variant = 'cpu/openmp', 'cpu/naive', 'cpu/transposed') AND s.place_of_variant = 1
LEFT JOIN ratio r ON r.above = s.id AND r.below = p.id AND r.clock = 'kernel'
WHERE experiment = 'openmp-threads' AND p.variant IN ('cpu/openmp', 'cpu/openmp_transposed') AND p.type = 'int32';

-- ---- F: counters of phase 3 over the blocking factor ----
-- The report's GOPS are integer instructions a second in units of 2³⁰, several a relaxation; the counter's are in units of 10⁹.

CREATE VIEW blocking AS
SELECT p.rowid AS line, quantity, block, metric, published, origin, machine, variant, n, runs, mark, value * unit_of AS value, low * unit_of AS low,
       high * unit_of AS high, half * unit_of AS half
FROM published_throughputs p
LEFT JOIN (SELECT * FROM counter_means WHERE workload = 'apsp' AND kernel = 'rest' AND n = 5000) USING (block, metric);

CREATE VIEW highest AS -- is the published best above every other factor? Undecided without intervals
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY metric ORDER BY value DESC, block) AS place,
           published + 0 = max(published + 0) OVER (PARTITION BY metric) AS is_best
    FROM blocking WHERE value IS NOT NULL
)
SELECT a.metric, max(a.origin) AS origin, max(a.machine) AS machine, min(coalesce(b.low > a.high, 0)) AS surely,
       min(coalesce(b.high > a.low, 1)) AS possibly, 'counted in ' || min(a.runs) || iif(min(a.runs) = 1, ' run', ' runs')
       || ' each: highest at blocking factor ' || (SELECT group_concat(block || ', ' || rounded(value, half), ', then ')
                                                   FROM (SELECT * FROM ranked r WHERE r.metric = a.metric AND place < 3 ORDER BY place))
       || iif(a.metric = 'integer_gops', ' GOPS', ' GB/s') AS figures
FROM ranked a JOIN ranked b ON b.metric = a.metric AND b.is_best AND NOT a.is_best
GROUP BY a.metric HAVING count(*) = 3;

-- ---- events against the profiler ----

CREATE VIEW agreement AS
WITH ordered AS (
    SELECT *, row_number() OVER (PARTITION BY workload, variant, type, n, tile ORDER BY time_s, launch) AS place,
           count(*) OVER (PARTITION BY workload, variant, type, n, tile) AS launches
    FROM profiler
),
profiled AS ( -- the median of launches
    SELECT workload, variant, type, n, tile AS profiled_tile, launches, avg(time_s) AS profiler_s, avg(sm_mhz) AS profiler_mhz
    FROM ordered WHERE 2 * place BETWEEN launches AND launches + 2 GROUP BY workload, variant, type, n, tile
)
SELECT *, kernel_s / profiler_s AS ratio, kernel_low_s / profiler_s AS ratio_low, kernel_high_s / profiler_s AS ratio_high
FROM profiled JOIN compared USING (workload, variant, type, n)
WHERE experiment = 'event-agreement' AND profiler_s > 100e-6 AND coalesce(profiled_tile = tile, 1);
