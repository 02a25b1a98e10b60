-- The five course reports: published figures, their audit, results of GPU tools, and both beside each other. Read after compare.sql.
--
--   audit     every published figure that follows from others, recomputed; mark: footnote of those that do not follow
--   origins   the machine of each origin
--   counter_means   means of the counters of several runs; trusted: this machine's self-test
--   shown     per experiment: the machine (origin) and size shown beside the published figures
--   chosen, measured  all points of that machine, and those of that size; differs: why they cannot be compared with the published ones
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
SELECT rowid AS line, 'transpose_cuda' AS source, variant AS row, 'bandwidth_gbs' AS cell, bandwidth_gbs AS printed,
       2.0 * 4 * 2048 * 2048 * 100 / 1073741824 * 1e3 AS factor, '1.0000000' AS top, time_ms AS bottom FROM published_transpose_cuda
UNION ALL SELECT rowid, 'transpose_cuda', variant, 'step_speedup', step_speedup, 1.0, lag(time_ms) OVER (ORDER BY rowid), time_ms
FROM published_transpose_cuda
UNION ALL SELECT rowid, 'transpose_cuda', variant, 'speedup_vs_cpu', speedup_vs_cpu, 1.0, first_value(time_ms) OVER (ORDER BY rowid), time_ms
FROM published_transpose_cuda
UNION ALL SELECT rowid, 'matmul_openmp', threads, 'speedup', speedup, 1.0, serial_s, parallel_s FROM published_matmul_openmp
UNION ALL SELECT rowid, 'matmul_openmp', threads, 'speedup_transposed', speedup_transposed, 1.0, serial_transposed_s, parallel_transposed_s
FROM published_matmul_openmp
UNION ALL SELECT rowid, 'matmul_cuda', variant, 'speedup', speedup, 1.0, first_value(time_ms) OVER (ORDER BY rowid), time_ms
FROM published_matmul_cuda
UNION ALL SELECT rowid, 'transfer_overlap', rowid, 'gflops', gflops, 2e-6 * n * n * n * matrices, '1.0000000', time_ms FROM published_transfer_overlap
UNION ALL SELECT rowid, 'thread_tile', tile, 'mean_ms', mean_ms, (run1_ms + run2_ms + run3_ms + run4_ms + run5_ms) / 5, '1.0000000', '1.0000000'
FROM published_thread_tile
UNION ALL SELECT rowid, 'shared_block', block, 'mean_ms', mean_ms, (run1_ms + run2_ms + run3_ms + run4_ms + run5_ms) / 5, '1.0000000', '1.0000000'
FROM published_shared_block;

-- Report F's times follow the size: computing n³, copies and writing n². A time is in line if it is within a fifth of the prediction from the
-- median of the other rows over their n³ or n². Reading follows m except for a fixed cost, which small files show.
CREATE VIEW expected AS
WITH cell AS (
    SELECT p.rowid AS line, testcase AS row, key AS cell, value AS printed, iif(key = 'compute_s', 1.0 * n * n * n, 1.0 * n * n) AS work
    FROM published_apsp_breakdown p
    JOIN json_each(json_object('compute_s', compute_s, 'h2d_s', h2d_s, 'd2h_s', d2h_s, 'output_s', output_s))
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
WITH rounding AS (
    SELECT *, 0.5 * pow(10, iif(instr(printed, '.'), instr(printed, '.') - length(printed), 0)) / printed
              + 0.5 * pow(10, iif(instr(top, '.'), instr(top, '.') - length(top), 0)) / top
              + 0.5 * pow(10, iif(instr(bottom, '.'), instr(bottom, '.') - length(bottom), 0)) / bottom AS most
    FROM derived WHERE printed <> '' AND top <> ''
)
SELECT line, source, row, cell, printed, factor * top / bottom AS recomputed, 'the figures of its row' AS follows,
       iif(abs(factor * top / bottom / printed - 1) > 1.001 * most, 'audit', '') AS mark
FROM rounding
UNION ALL
SELECT line, 'apsp_breakdown', row, cell, printed, recomputed, 'the other rows', iif(abs(printed / recomputed - 1) > 0.2, 'trend', '') FROM expected;

-- ---- results of GPU tools and cachegrind: of this machine, otherwise of the reference ----

CREATE TABLE origins AS SELECT origin, max(machine) AS machine FROM points GROUP BY origin;

CREATE VIEW trusted AS SELECT question, slower, share FROM self_test WHERE share IS NOT NULL;

CREATE TABLE counter_means AS
SELECT c.*, m."count" AS runs, m.mean AS value, m.low, m.high, (m.high - m.low) / 2 AS half,
       CASE WHEN m."count" = 1 THEN 'one ' WHEN m."count" < 5 THEN 'few ' ELSE '' END || iif(c.origin = 'reference', 'ref', '') AS mark
FROM (SELECT DISTINCT number, origin, machine, workload, variant, type, n, block, tile, kernel, metric, unit FROM counted JOIN origins USING (origin)) c
JOIN means m ON m."group" = number;

-- ---- what is shown beside the published figures ----
-- The machine with GPU points, otherwise this one (threads: this one); of several hosts the one that measured the published size, otherwise the
-- largest.

CREATE VIEW ratio_text AS SELECT *, rounded(value, half) || iif(low IS NULL, ' (no interval)', '') AS phrase FROM ratio;

CREATE TABLE sizes (experiment, published_n);
INSERT INTO sizes VALUES ('transpose-ladder', 2048), ('openmp-threads', 2048), ('cuda-matmul', 1024), ('apsp-ladder', 12000),
    ('apsp-blocking-factor', 5000), ('thread-tile', 1024), ('shared-block', 1024);

CREATE TABLE shown AS
SELECT experiment, origin, machine, host, published_n, n
FROM (SELECT *, row_number() OVER (PARTITION BY experiment
                                   ORDER BY (origin = 'here') = (experiment = 'openmp-threads') DESC, n = published_n DESC, n DESC, id) AS place
      FROM compared LEFT JOIN sizes USING (experiment))
WHERE place = 1;

CREATE VIEW chosen AS
SELECT c.*, s.published_n, s.n AS shown_n
FROM compared c
JOIN shown s ON s.experiment = c.experiment AND s.origin = c.origin AND s.machine = c.machine AND s.host = c.host;

CREATE VIEW measured AS
SELECT *, CASE WHEN n <> published_n THEN 'measured at n ' || n || ', published at ' || published_n
               WHEN experiment = 'transpose-ladder' AND iterations <> 100 AND kind = 'gpu'
               THEN 'measured with ' || iterations || ' iterations, published with 100' END AS differs
FROM chosen WHERE n = shown_n;

-- ---- ladders: T timed copies and all iterations with a host clock, so its time is end to end; O and F show computing alone ----

CREATE TABLE ladder AS
WITH printed AS (
    SELECT 'T' AS report, 'transpose-ladder' AS experiment, rowid AS place, variant AS printed, time_ms AS published_text,
           time_ms + 0.0 AS published_ms
    FROM published_transpose_cuda
    UNION ALL SELECT 'O', 'cuda-matmul', rowid, variant, time_ms, time_ms + 0.0 FROM published_matmul_cuda
    UNION ALL SELECT 'F', 'apsp-ladder', rowid, variant, time_s, time_s * 1e3 FROM published_apsp_ladder
),
rung AS (
    SELECT *, CASE printed WHEN 'cpu' THEN 'cpu/naive' WHEN 'serial' THEN 'cpu/naive' WHEN 'bank_conflict_free' THEN 'gpu/padded'
                           WHEN 'gpu_baseline' THEN 'gpu/baseline' WHEN 'branch_to_min' THEN 'gpu/branchless'
                           WHEN 'large_blocking_factor' THEN 'gpu/large_block' ELSE 'gpu/' || printed END AS variant
    FROM printed
),
timed AS (
    SELECT r.*, m.id, m.origin, m.machine, m.n, m.differs, m.iterations, m.marks, m.amount, m.total_ms, m.total_half_ms, m.error_units,
           m.precision_class, iif(report = 'T', m.total_ms, m.kernel_ms) AS time_ms, iif(report = 'T', m.total_half_ms, m.kernel_half_ms) AS half_ms
    FROM rung r
    LEFT JOIN (SELECT *, row_number() OVER (PARTITION BY experiment, variant ORDER BY iterations DESC, threads, NOT is_result, kernel_s, id) AS choice
               FROM measured) m ON m.experiment = r.experiment AND m.variant = r.variant AND m.choice = 1
),
placed AS (
    SELECT *, lag(published_ms) OVER above / published_ms AS published, first_value(published_ms) OVER above / published_ms AS published_whole,
           lag(id) OVER above AS above_id, lag(variant) OVER above AS above_variant, first_value(id) OVER above AS first_id
    FROM timed
    WINDOW above AS (PARTITION BY report ORDER BY place)
)
SELECT p.*, s.value AS step, s.low, s.high, s.half AS step_half, variant || ' ' || s.phrase || ' times ' || above_variant AS figures,
       w.value AS speedup, w.low AS speedup_low, w.high AS speedup_high, w.half AS speedup_half, w.phrase AS speedup_text,
       published_ms / time_ms AS over_published, published_ms / time_ms / time_ms * half_ms AS over_published_half
FROM placed p
LEFT JOIN ratio_text s ON s.above = above_id AND s.below = p.id AND s.clock = iif(report = 'T', 'total', 'kernel')
LEFT JOIN ratio_text w ON w.above = first_id AND w.below = p.id AND w.clock = iif(report = 'T', 'total', 'kernel');

-- ---- S ----
-- Time grows with the number of matrices: 1, 5 and 10 have the times of one n, block and version in this order. matrices is the right number.

CREATE TABLE overlap AS
WITH righted AS (
    SELECT rowid AS line, n + 0 AS n, block + 0 AS block, version, iif(version = '3', 'pageable', 'overlap-breadth') AS transfer,
           matrices + 0 AS printed_matrices, time_ms AS published_ms, gflops AS published_gflops, speedup_vs_cpu AS published_speedup,
           CASE row_number() OVER (PARTITION BY n, block, version ORDER BY time_ms + 0) WHEN 1 THEN 1 WHEN 2 THEN 5 ELSE 10 END AS matrices
    FROM published_transfer_overlap
),
cpu AS ( -- the fastest of one product
    SELECT *, row_number() OVER (PARTITION BY machine, n ORDER BY NOT is_result, kernel_ms / matrices, id) AS place
    FROM chosen WHERE experiment = 'transfer-overlap' AND variant = 'cpu/ikj'
)
SELECT o.*, 2e-6 * o.n * o.n * o.n * o.matrices / published_ms AS righted_gflops,
       published_speedup * o.matrices / printed_matrices AS righted_speedup, g.id, g.origin, g.machine, g.total_ms, g.total_half_ms, g.error_units,
       g.precision_class, g.marks, 1e-6 * g.amount / g.total_ms AS gflops, 1e-6 * g.amount / g.total_ms / g.total_ms * g.total_half_ms AS gflops_half,
       r.value * o.matrices / c.matrices AS speedup, r.half * o.matrices / c.matrices AS speedup_half,
       r.low * o.matrices / c.matrices AS speedup_low, r.high * o.matrices / c.matrices AS speedup_high,
       published_ms / g.total_ms AS over_published, published_ms / g.total_ms / g.total_ms * g.total_half_ms AS over_published_half
FROM righted o
LEFT JOIN chosen g ON g.experiment = 'transfer-overlap' AND g.kind = 'gpu' AND g.n = o.n AND g.block = o.block AND g.matrices = o.matrices
    AND g.transfer = o.transfer
LEFT JOIN cpu c ON c.machine = g.machine AND c.n = g.n AND c.place = 1
LEFT JOIN ratio r ON r.above = c.id AND r.below = g.id AND r.clock = 'total';

CREATE TABLE gains AS -- version 3, version 3 with pinned memory, version 5 in both orders: points; gains of each, end to end
WITH orders AS (
    SELECT n, block, matrices, origin, machine, max(iif(transfer = 'pageable', id, NULL)) AS pageable,
           max(iif(transfer = 'pinned', id, NULL)) AS pinned, max(iif(transfer = 'overlap-breadth', id, NULL)) AS breadth,
           max(iif(transfer = 'overlap-depth', id, NULL)) AS depth
    FROM chosen WHERE experiment = 'transfer-overlap' AND kind = 'gpu'
    GROUP BY origin, machine, n, block, matrices
)
SELECT o.*, p.value AS of_pinned, p.low AS of_pinned_low, p.high AS of_pinned_high, p.half AS of_pinned_half,
       b.value AS of_breadth, b.low AS of_breadth_low, b.high AS of_breadth_high, b.half AS of_breadth_half,
       d.value AS of_depth, d.half AS of_depth_half, a.value AS gain, a.low AS gain_low, a.high AS gain_high, a.phrase
FROM orders o
LEFT JOIN ratio p ON p.above = o.pageable AND p.below = o.pinned AND p.clock = 'total'
LEFT JOIN ratio b ON b.above = o.pinned AND b.below = o.breadth AND b.clock = 'total'
LEFT JOIN ratio d ON d.above = o.pinned AND d.below = o.depth AND d.clock = 'total'
LEFT JOIN ratio_text a ON a.above = o.pageable AND a.below = o.breadth AND a.clock = 'total';

-- ---- trends: claims that one quantity grows with another, judged over all pairs of cases by one rule ----
-- A trend holds if some pairs have disjoint intervals in its order and none in the opposite order; one such pair refutes it.
-- F1: reading is the file alone, without the filling of the n² cells, which the published times cannot contain; pairs differ
-- by a factor of 1.3 or more.

CREATE VIEW trends AS
WITH seen AS (
    SELECT * FROM compared WHERE experiment = 'apsp-breakdown' AND testcase IN (SELECT testcase FROM published_apsp_breakdown)
),
clocks (clock, place, quantity) AS (
    VALUES ('reading', 1, 'reading'), ('kernel', 2, 'computing'), ('h2d', 3, 'copying to the GPU'), ('d2h', 4, 'copying back'),
           ('output', 5, 'writing')
),
pair AS (
    SELECT 'F1' AS claim, place, quantity, a.origin, a.machine, e.high_s < f.low_s AS in_order, e.low_s > f.high_s AS out_of_order
    FROM clocks c
    JOIN estimate e USING (clock) JOIN seen a ON a.id = e.id
    JOIN seen b ON b.testcase <> a.testcase AND b.variant = a.variant JOIN estimate f ON f.id = b.id AND f.clock = c.clock
    WHERE iif(c.clock = 'reading', 1.3 * a.edges < b.edges, 1.3 * a.n < b.n)
    UNION ALL
    SELECT CASE WHEN a.n = b.n AND a.block = b.block AND a.matrices > b.matrices THEN 'S2'
                WHEN a.n = b.n AND a.matrices = b.matrices AND a.matrices > 1 AND a.block = 16 AND b.block = 8 THEN 'S3'
                WHEN a.block = b.block AND a.matrices = b.matrices AND a.matrices > 1 AND a.n < b.n THEN 'S4' END,
           1, 'the gain of overlap over pinned memory', a.origin, a.machine, a.of_breadth_low > b.of_breadth_high,
           a.of_breadth_high < b.of_breadth_low
    FROM gains a JOIN gains b ON b.machine = a.machine
    WHERE a.of_breadth IS NOT NULL AND b.of_breadth IS NOT NULL
),
counted AS (
    SELECT claim, place, quantity, max(origin) AS origin, max(machine) AS machine, count(*) AS pairs, total(in_order) AS in_order,
           total(out_of_order) AS out_of_order
    FROM pair WHERE claim IS NOT NULL GROUP BY claim, place, quantity
)
SELECT claim, min(in_order > 0 AND out_of_order = 0) AS surely, max(out_of_order) = 0 AS possibly, max(origin) AS origin, max(machine) AS machine,
       group_concat(printf('%s: %d of %d pairs in order, %d out of order', quantity, in_order, pairs, out_of_order), '; ') AS figures,
       iif(claim = 'F1' AND (SELECT count(*) FROM seen) > (SELECT count(*) FROM estimate JOIN seen USING (id) WHERE clock = 'reading'),
           'reading was not timed apart from filling the matrix', NULL) AS differs
FROM (SELECT * FROM counted ORDER BY claim, place)
GROUP BY claim
HAVING claim <> 'F1' OR (SELECT count(*) FROM seen) >= 5;

-- ---- R ----

CREATE TABLE sweep AS
WITH printed AS (
    SELECT 'thread-tile' AS experiment, 'gpu/thread_tile' AS variant, 'thread_tile' AS source, rowid AS line, tile AS x, * FROM published_thread_tile
    UNION ALL SELECT 'shared-block', 'gpu/shared', 'shared_block', rowid, block, * FROM published_shared_block
)
SELECT p.experiment, p.line, p.x + 0 AS x, run1_ms, run2_ms, run3_ms, run4_ms, run5_ms, mean_ms, a.mark, m.id, m.n, m.origin, m.machine, m.variant,
       m.kernel_ms, m.kernel_half_ms, m.kernel_low_s, m.kernel_high_s, m.rounds, m.is_result, m.marks, mean_ms / m.kernel_ms AS over_published,
       mean_ms / m.kernel_ms / m.kernel_ms * m.kernel_half_ms AS over_published_half
FROM printed p
LEFT JOIN audit a ON a.source = p.source AND a.row = p.x
LEFT JOIN measured m ON m.experiment = p.experiment AND m.variant = p.variant AND iif(p.source = 'thread_tile', m.tile, m.block) = p.x + 0;

-- ---- O: the products over threads beside the serial code of the same kind ----

CREATE VIEW openmp AS
SELECT p.*, s.kernel_s AS serial_s, (s.kernel_high_s - s.kernel_low_s) / 2 AS serial_half, s.marks AS serial_marks, r.value AS speedup, r.low, r.high,
       r.half, max(p.n) OVER (PARTITION BY p.origin) AS largest_n
FROM compared p
LEFT JOIN single s ON s.work = p.work AND s.variant = iif(p.variant = 'cpu/openmp', 'cpu/naive', 'cpu/transposed') AND s.place_of_variant = 1
LEFT JOIN ratio r ON r.above = s.id AND r.below = p.id AND r.clock = 'kernel'
WHERE experiment = 'openmp-threads' AND p.variant IN ('cpu/openmp', 'cpu/openmp_transposed') AND p.type = 'int32';

-- ---- F: counters of phase 3 over the blocking factor ----
-- The report's GOPS are integer instructions a second in units of 2³⁰, several a relaxation; the counter's are in units of 10⁹.

CREATE VIEW blocking AS
WITH printed AS (
    SELECT blocking_factor + 0 AS block, key AS metric, value AS published, iif(key = 'integer_gops', 1e9 / 1073741824, 1.0) AS unit_of
    FROM published_apsp_blocking_factor
    JOIN json_each(json_object('gld_gbs', gld_gbs, 'gst_gbs', gst_gbs, 'shared_load_gbs', shared_load_gbs, 'shared_store_gbs', shared_store_gbs,
                               'integer_gops', gops))
)
SELECT p.block, p.metric, p.published, c.origin, c.machine, c.variant, c.n, c.runs, c.mark, c.value * unit_of AS value, c.low * unit_of AS low,
       c.high * unit_of AS high, c.half * unit_of AS half
FROM printed p
LEFT JOIN counter_means c ON c.workload = 'apsp' AND c.kernel = 'rest' AND c.n = 5000 AND c.block = p.block AND c.metric = p.metric;

CREATE VIEW highest AS -- is the published best above every other factor? Undecided without intervals
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY metric ORDER BY value DESC, block) AS place,
           published + 0 = max(published + 0) OVER (PARTITION BY metric) AS is_best
    FROM blocking WHERE value IS NOT NULL
)
SELECT metric, max(origin) AS origin, max(machine) AS machine,
       iif(count(low) = count(*), max(iif(is_best, low, NULL)) > max(iif(is_best, NULL, high)), 0) AS surely,
       iif(count(low) = count(*), max(iif(is_best, high, NULL)) > max(iif(is_best, NULL, low)), 1) AS possibly,
       'counted in ' || min(runs) || iif(min(runs) = 1, ' run', ' runs') || ' each: highest at blocking factor '
       || group_concat(iif(place < 3, block || ', ' || rounded(value, half), NULL), ', then ')
       || iif(metric = 'integer_gops', ' GOPS', ' GB/s') AS figures
FROM (SELECT * FROM ranked ORDER BY metric, place)
GROUP BY metric HAVING count(*) >= 4;

-- ---- events against the profiler ----

CREATE VIEW agreement AS
WITH ordered AS (
    SELECT *, row_number() OVER (PARTITION BY workload, variant, type, n, tile ORDER BY time_s, launch) AS place,
           count(*) OVER (PARTITION BY workload, variant, type, n, tile) AS launches
    FROM profiler
),
profiled AS ( -- the median of launches
    SELECT workload, variant, type, n, tile, launches, avg(time_s) AS profiler_s, avg(sm_mhz) AS profiler_mhz
    FROM ordered WHERE 2 * place BETWEEN launches AND launches + 2 GROUP BY workload, variant, type, n, tile
)
SELECT p.*, c.id, c.origin, c.machine, c.on_host, c.kernel_s, c.kernel_low_s, c.kernel_high_s, c.is_result, c.sm_mhz, c.marks,
       c.kernel_s / p.profiler_s AS ratio, c.kernel_low_s / p.profiler_s AS ratio_low, c.kernel_high_s / p.profiler_s AS ratio_high
FROM profiled p
JOIN compared c ON c.workload = p.workload AND c.variant = p.variant AND c.type = p.type AND c.n = p.n AND (p.tile IS NULL OR c.tile = p.tile)
WHERE c.experiment = 'event-agreement' AND p.profiler_s > 100e-6;
