-- Tables and views for the chapters and claims of the five course reports. Read after compare.sql.
--
--   shown     per experiment: the machine (origin) and size shown beside the published figures
--   ladder    the rungs of reports T, O and F: published and measured time, step and total speedup, published over measured
--   misses    report O: cache misses of the serial product, plain and transposed
--   miss_shares  the same as shares of its reads, a row per size
--   overlap   report S's 48 rows, the right number of matrices, and the measured values
--   orders    report S: the four ways to transfer side by side
--   gains     the same with the gains of pinned memory and overlap
--   gain_pairs  report S: which of two cases gains more by overlap
--   sweep     report R's two sweeps, published and measured
--   agreement kernel time by events beside the profiler's, kernels over 100 us
--   phase_3   report F: instructions, shared loads and occupancy of its longest kernel
--   blocking    report F: the same over the blocking factor, published and counted, a row per factor
--   unit_ratio  a ratio for one product, transpose or closure, for any number of matrices and iterations
--   gpu_baselines  GPU points beside the CPU baselines for one product, transpose or closure
--   gpu_over_cpu  the fastest point of each GPU variant over them, a row per clock
--   quoted    ratio with its text (phrase): the number with its interval, or why it has none

CREATE VIEW quoted AS
SELECT r.*, rounded(r.value, r.half)
            || CASE WHEN r.low IS NOT NULL THEN '' WHEN a.rounds = 1 OR b.rounds = 1 THEN ' (one run)' ELSE ' (few rounds)' END AS phrase
FROM ratio r
JOIN good a ON a.id = r.above
JOIN good b ON b.id = r.below;

-- The machine with GPU points, otherwise this one; of several hosts the one that measured the published size, otherwise the largest.
CREATE TABLE sizes (experiment, published_n);
INSERT INTO sizes VALUES ('transpose-ladder', 2048), ('openmp-threads', 2048), ('cuda-matmul', 1024),
    ('apsp-ladder', 12000), ('apsp-blocking-factor', 5000), ('thread-tile', 1024), ('shared-block', 1024);

CREATE TABLE shown AS
SELECT experiment, origin, machine, host, published_n, n
FROM (SELECT *, row_number() OVER (PARTITION BY experiment ORDER BY n = published_n DESC, n DESC, id) AS place
      FROM compared
      LEFT JOIN sizes USING (experiment)
      WHERE origin = 'reference' OR experiment NOT IN (SELECT experiment FROM compared WHERE origin = 'reference'))
WHERE place = 1;

CREATE VIEW chosen AS -- all of that machine's rows
SELECT c.*, s.published_n, s.n AS shown_n
FROM compared c
JOIN shown s ON s.experiment = c.experiment AND s.origin = c.origin AND s.machine = c.machine AND s.host = c.host;

CREATE VIEW measured AS -- rows shown beside published ones; differs: why a factor is not comparable with the published one
SELECT *, CASE WHEN n <> published_n THEN 'measured at n ' || n || ', published at ' || published_n
               WHEN experiment = 'transpose-ladder' AND iterations <> 100 AND kind = 'gpu'
               THEN 'measured with ' || iterations || ' iterations, published with 100' END AS differs
FROM chosen WHERE n = shown_n;

-- ---- ladders ----
-- T timed copies and all iterations with a host clock, so its time is end to end; O and F show
-- computing alone.

CREATE TABLE rung (report, experiment, place, printed, variant);
INSERT INTO rung VALUES
    ('T', 'transpose-ladder', 1, 'cpu', 'cpu/naive'), ('T', 'transpose-ladder', 2, 'naive', 'gpu/naive'),
    ('T', 'transpose-ladder', 3, 'coalesced', 'gpu/coalesced'), ('T', 'transpose-ladder', 4, 'bank_conflict_free',
        'gpu/padded'),
    ('T', 'transpose-ladder', 5, 'unrolled', 'gpu/unrolled'),
    ('O', 'cuda-matmul', 1, 'serial', 'cpu/naive'), ('O', 'cuda-matmul', 2, 'single_block', 'gpu/single_block'),
    ('O', 'cuda-matmul', 3, 'multi_block', 'gpu/multi_block'), ('O', 'cuda-matmul', 4, 'shared', 'gpu/shared'),
    ('F', 'apsp-ladder', 1, 'gpu_baseline', 'gpu/baseline'), ('F', 'apsp-ladder', 2, 'coalesced', 'gpu/coalesced'),
    ('F', 'apsp-ladder', 3, 'unrolled', 'gpu/unrolled'), ('F', 'apsp-ladder', 4, 'shared', 'gpu/shared'),
    ('F', 'apsp-ladder', 5, 'branch_to_min', 'gpu/branchless'), ('F', 'apsp-ladder', 6, 'large_blocking_factor',
        'gpu/large_block'),
    ('F', 'apsp-ladder', 7, 'occupancy', 'gpu/occupancy');

CREATE TABLE ladder AS
WITH published AS (
    SELECT 'T' AS report, variant AS printed, time_ms AS text, time_ms + 0.0 AS time_ms, bandwidth_gbs, step_speedup,
           speedup_vs_cpu AS speedup
    FROM published_transpose_cuda
    UNION ALL
    SELECT 'O', variant, time_ms, time_ms + 0.0, NULL, NULL, speedup FROM published_matmul_cuda
    UNION ALL
    SELECT 'F', variant, time_s, time_s * 1e3, NULL, NULL, NULL FROM published_apsp_ladder
),
timed AS (
    SELECT r.report, r.place, r.printed, r.variant, p.text AS published_text, p.time_ms AS published_ms,
           p.bandwidth_gbs AS published_gbs,
           p.step_speedup AS published_step, p.speedup AS published_speedup, m.id, m.origin, m.machine, m.n, m.published_n, m.differs,
           m.iterations, m.is_result, m.error_units, m.precision_class,
           m.marks, m.flags, m.amount, m.kernel_ms, m.kernel_half_ms, m.total_ms, m.total_half_ms,
           iif(r.report = 'T', 'total', 'kernel') AS clock,
           iif(r.report = 'T', m.total_ms, m.kernel_ms) AS time_ms,
           iif(r.report = 'T', m.total_half_ms, m.kernel_half_ms) AS half_ms
    FROM rung r
    JOIN published p USING (report, printed)
    LEFT JOIN (SELECT *, row_number() OVER (PARTITION BY experiment, variant ORDER BY iterations DESC,
        threads, NOT is_result, kernel_s, id) AS choice FROM measured) m
        ON m.experiment = r.experiment AND m.variant = r.variant AND m.choice = 1
),
placed AS (
    SELECT *, lag(published_ms) OVER before / published_ms AS published_step_found,
           first_value(published_ms) OVER before / published_ms AS published_total_found,
           lag(id) OVER before AS before_id, lag(variant) OVER before AS before_variant,
           first_value(id) OVER before AS first_id
    FROM timed
    WINDOW before AS (PARTITION BY report ORDER BY place)
)
SELECT p.*, s.value AS step, s.low AS step_low, s.high AS step_high, s.half AS step_half,
       w.value AS speedup, w.low AS speedup_low, w.high AS speedup_high, w.half AS speedup_half,
       s.phrase AS step_text, w.phrase AS speedup_text, variant || ' ' || s.phrase || ' times ' || before_variant AS step_figures,
       published_ms / time_ms AS over_published, published_ms / time_ms / time_ms * half_ms AS over_published_half
FROM placed p
LEFT JOIN quoted s ON s.above = p.before_id AND s.below = p.id AND s.clock = p.clock
LEFT JOIN quoted w ON w.above = p.first_id AND w.below = p.id AND w.clock = p.clock;

-- ---- S ----
-- Time grows with the number of matrices. So the printed number is right if the times of one n, block and version have the same order;
-- otherwise the right one is the number of the same rank.

CREATE TABLE overlap AS
WITH ranked AS (
    SELECT *, rowid AS line, row_number() OVER (PARTITION BY n, block, version ORDER BY time_ms + 0, rowid) AS time_rank,
           row_number() OVER (PARTITION BY n, block, version ORDER BY matrices + 0, rowid) AS count_rank
    FROM published_transfer_overlap
),
righted AS (
    SELECT p.line, cast(p.n AS integer) AS n, cast(p.block AS integer) AS block, p.version,
           iif(p.version = '3', 'pageable', 'overlap-breadth') AS transfer,
           cast(p.matrices AS integer) AS printed_matrices,
           cast(r.matrices AS integer) AS matrices, p.time_ms AS published_ms, p.gflops AS published_gflops,
           p.speedup_vs_cpu AS published_speedup
    FROM ranked p
    JOIN ranked r ON r.n = p.n AND r.block = p.block AND r.version = p.version AND r.count_rank = p.time_rank
),
gpu AS (
    SELECT id, n, block, matrices, transfer, origin, machine, total_ms, total_half_ms, kernel_ms, amount, error_units,
           precision_class, marks
    FROM chosen WHERE experiment = 'transfer-overlap' AND kind = 'gpu'
),
cpu AS ( -- the fastest of one product
    SELECT machine, n, id AS ikj_id, matrices AS ikj_matrices
    FROM (SELECT *, row_number() OVER (PARTITION BY machine, n ORDER BY NOT is_result, kernel_ms / matrices, id) AS place FROM chosen
          WHERE experiment = 'transfer-overlap' AND variant = 'cpu/ikj')
    WHERE place = 1
)
SELECT o.*, 1e-6 * p.operations * o.matrices / o.published_ms AS righted_gflops,
       o.published_speedup * o.matrices / o.printed_matrices AS righted_speedup,
       g.id, g.origin, g.machine, g.total_ms, g.total_half_ms, g.kernel_ms, g.error_units, g.precision_class, g.marks,
       1e-6 * g.amount / g.total_ms AS gflops, 1e-6 * g.amount / g.total_ms / g.total_ms * g.total_half_ms AS gflops_half,
       r.value * o.matrices / ikj_matrices AS speedup, r.half * o.matrices / ikj_matrices AS speedup_half,
       r.low * o.matrices / ikj_matrices AS speedup_low, r.high * o.matrices / ikj_matrices AS speedup_high,
       o.published_ms / g.total_ms AS over_published, o.published_ms / g.total_ms / g.total_ms * g.total_half_ms AS over_published_half
FROM righted o
JOIN product p ON p.n = o.n
LEFT JOIN gpu g USING (n, block, matrices, transfer)
LEFT JOIN cpu USING (machine, n)
LEFT JOIN ratio r ON r.above = cpu.ikj_id AND r.below = g.id AND r.clock = 'total';

-- ---- R ----

CREATE TABLE sweep AS
SELECT 'thread-tile' AS experiment, p.rowid AS line, cast(p.tile AS integer) AS x, p.run1_ms, p.run2_ms, p.run3_ms, p.run4_ms,
       p.run5_ms, p.mean_ms,
       a.mark, m.id, m.n, m.origin, m.machine, m.kernel_ms, m.kernel_half_ms, m.kernel_low_s, m.kernel_high_s, m.samples,
       m.rounds, m.is_result, m.marks, p.mean_ms / m.kernel_ms AS over_published,
       p.mean_ms / m.kernel_ms / m.kernel_ms * m.kernel_half_ms AS over_published_half
FROM published_thread_tile p
LEFT JOIN audit a ON a.source = 'thread_tile' AND a.row = p.tile
LEFT JOIN measured m ON m.experiment = 'thread-tile' AND m.variant = 'gpu/thread_tile' AND m.tile = p.tile
UNION ALL
SELECT 'shared-block', p.rowid, cast(p.block AS integer), p.run1_ms, p.run2_ms, p.run3_ms, p.run4_ms, p.run5_ms, p.mean_ms,
       a.mark, m.id, m.n, m.origin, m.machine, m.kernel_ms, m.kernel_half_ms, m.kernel_low_s, m.kernel_high_s, m.samples,
       m.rounds, m.is_result, m.marks, p.mean_ms / m.kernel_ms AS over_published,
       p.mean_ms / m.kernel_ms / m.kernel_ms * m.kernel_half_ms AS over_published_half
FROM published_shared_block p
LEFT JOIN audit a ON a.source = 'shared_block' AND a.row = p.block
LEFT JOIN measured m ON m.experiment = 'shared-block' AND m.variant = 'gpu/shared' AND m.block = p.block;

-- ---- baselines of a GPU figure ----
-- CPU time of one product, transpose or closure on the GPU's machine. There is a best CPU only if several thread counts were measured.

CREATE TABLE cpu_unit AS -- a best one needs an interval
WITH unit AS (
    SELECT *, kernel_s / matrices / iterations AS unit_s FROM good WHERE kind = 'cpu'
),
ranked AS (
    SELECT *, row_number() OVER (PARTITION BY machine, host, workload, type, n, edges, variant
                                 ORDER BY NOT is_result, unit_s, threads, id) AS place_of_variant,
           row_number() OVER (PARTITION BY machine, host, workload, type, n, edges, threads = 1
                              ORDER BY unit_s, variant, id) AS place_of_single,
           row_number() OVER (PARTITION BY machine, host, workload, type, n, edges
                              ORDER BY unit_s, variant, threads, id) AS place,
           max(threads) OVER (PARTITION BY machine, host, workload, type, n, edges) AS most
    FROM unit
)
SELECT machine, host, workload, type, n, edges,
       max(iif(variant = 'cpu/unoptimized' AND place_of_variant = 1, id, NULL)) AS unoptimized_id,
       max(iif(variant = 'cpu/naive' AND place_of_variant = 1, id, NULL)) AS naive_id,
       max(iif(threads = 1 AND place_of_single = 1 AND is_result, id, NULL)) AS single_id,
       max(iif(most > 1 AND place = 1 AND is_result, id, NULL)) AS best_id,
       max(iif(most > 1 AND place = 1 AND is_result, variant || ' ×' || threads, NULL)) AS best_cpu
FROM ranked
GROUP BY machine, host, workload, type, n, edges;

CREATE VIEW unit_ratio AS -- time of one product on a CPU over that on a GPU
SELECT r.above, r.below, r.clock, r.value * factor AS value, r.low * factor AS low, r.high * factor AS high, r.half * factor AS half
FROM (SELECT r.*, 1.0 * g.matrices * g.iterations / c.matrices / c.iterations AS factor
      FROM ratio r JOIN good c ON c.id = r.above JOIN good g ON g.id = r.below) r;

CREATE VIEW gpu_baselines AS -- every GPU point of the report's experiments beside its CPU baselines, for one product
SELECT g.id, g.experiment, g.machine, g.workload, g.type, g.n, g.variant, g.on_host, g.block, g.tile, g.transfer, g.matrices,
       g.iterations, g.is_result, g.error_units, g.precision_class, g.marks, g.kernel_s / g.matrices / g.iterations AS kernel_s,
       g.kernel_half_ms * 1e-3 / g.matrices / g.iterations AS kernel_half_s,
       g.total_s / g.matrices / g.iterations AS total_s, g.total_half_ms * 1e-3 / g.matrices / g.iterations AS total_half_s,
       c.unoptimized_id, c.naive_id, c.single_id, c.best_id, c.best_cpu
FROM compared g
JOIN cpu_unit c ON c.machine = g.machine AND c.host = g.host AND c.workload = g.workload AND c.type = g.type AND c.n = g.n
     AND c.edges IS g.edges
WHERE g.kind = 'gpu' AND g.experiment NOT IN ('ceilings', 'trace', 'event-agreement');

CREATE VIEW gpu_over_cpu AS -- the fastest point of each GPU variant, with an interval if one has it, over its baselines
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY experiment, workload, type, n, variant, on_host
                                 ORDER BY NOT is_result, total_s, id) AS place
    FROM gpu_baselines
), clocks (clock) AS (VALUES ('kernel'), ('total'))
SELECT g.*, c.clock, u.value AS over_unoptimized, u.half AS over_unoptimized_half, v.value AS over_naive,
       v.half AS over_naive_half, s.value AS over_thread, s.half AS over_thread_half, b.value AS over_best, b.half AS over_best_half
FROM ranked g
JOIN clocks c
LEFT JOIN unit_ratio u ON u.above = g.unoptimized_id AND u.below = g.id AND u.clock = c.clock
LEFT JOIN unit_ratio v ON v.above = g.naive_id AND v.below = g.id AND v.clock = c.clock
LEFT JOIN unit_ratio s ON s.above = g.single_id AND s.below = g.id AND s.clock = c.clock
LEFT JOIN unit_ratio b ON b.above = g.best_id AND b.below = g.id AND b.clock = c.clock
WHERE g.place = 1;

CREATE VIEW misses AS -- O: reads of one serial product and how many of them miss, in a simulated cache
SELECT variant, n + 0 AS n, max(iif(event = 'Ir', value, NULL)) + 0.0 AS instructions,
       max(iif(event = 'Dr', value, NULL)) + 0.0 AS reads, max(iif(event = 'D1mr', value, NULL)) + 0.0 AS first_level,
       max(iif(event = 'DLmr', value, NULL)) + 0.0 AS last_level
FROM cachegrind
GROUP BY variant, n;

CREATE VIEW miss_shares AS -- O: % of the reads that miss the caches, by size
SELECT a.n, 100 * a.last_level / a.reads AS plain, 100 * b.last_level / b.reads AS transposed
FROM misses a
JOIN misses b ON b.n = a.n AND b.variant = 'cpu/transposed'
WHERE a.variant = 'cpu/naive';

CREATE TABLE orders AS -- version 3, version 3 with pinned memory, version 5 in both orders, a row a case: points
SELECT n, block, matrices, origin, machine, max(iif(transfer = 'pageable', id, NULL)) AS pageable,
       max(iif(transfer = 'pinned', id, NULL)) AS pinned, max(iif(transfer = 'overlap-breadth', id, NULL)) AS breadth,
       max(iif(transfer = 'overlap-depth', id, NULL)) AS depth
FROM chosen WHERE experiment = 'transfer-overlap' AND kind = 'gpu'
GROUP BY origin, machine, n, block, matrices;

CREATE VIEW end_to_end AS SELECT * FROM ratio WHERE clock = 'total';

CREATE TABLE gains AS -- gains of pinned memory, of overlap beyond it in both orders, and of overlap in total
SELECT o.*, p.value AS of_pinned, p.low AS of_pinned_low, p.high AS of_pinned_high, p.half AS of_pinned_half,
       b.value AS of_breadth, b.low AS of_breadth_low, b.high AS of_breadth_high, b.half AS of_breadth_half,
       d.value AS of_depth, d.low AS of_depth_low, d.high AS of_depth_high, d.half AS of_depth_half,
       a.value AS gain, a.low AS gain_low, a.high AS gain_high, a.half AS gain_half
FROM orders o
LEFT JOIN end_to_end p ON p.above = o.pageable AND p.below = o.pinned
LEFT JOIN end_to_end b ON b.above = o.pinned AND b.below = o.breadth
LEFT JOIN end_to_end d ON d.above = o.pinned AND d.below = o.depth
LEFT JOIN end_to_end a ON a.above = o.pageable AND a.below = o.breadth;

CREATE VIEW gain_pairs AS -- every two cases: does overlap gain more over pinned memory in the first? Decided only by disjoint intervals
SELECT a.origin, a.machine, a.n, b.n AS other_n, a.block, b.block AS other_block, a.matrices, b.matrices AS other_matrices,
       a.of_breadth_low > b.of_breadth_high AS larger, a.of_breadth_high < b.of_breadth_low AS smaller
FROM gains a
JOIN gains b ON b.machine = a.machine
WHERE a.of_breadth IS NOT NULL AND b.of_breadth IS NOT NULL;

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
JOIN compared c ON c.workload = p.workload AND c.variant = p.variant AND c.type = p.type AND c.n = p.n
     AND (p.tile IS NULL OR c.tile = p.tile)
WHERE c.experiment = 'event-agreement' AND p.profiler_s > 100e-6;

CREATE VIEW phase_3 AS -- report F: counters of a launch that computes all other blocks, block size 32 or 64
SELECT variant, max(origin) AS origin, min(runs) AS runs, max(iif(metric = 'integer_gops', value, NULL)) * max(iif(metric = 'time_s', value, NULL)) AS instructions_g,
       max(iif(metric = 'shared_load_gbs', value, NULL)) AS shared_gbs,
       max(iif(metric = 'occupancy_percent', value, NULL)) AS occupancy
FROM counters
WHERE workload = 'apsp' AND kernel = 'rest' AND (block IS NULL OR block IN (32, 64))
GROUP BY variant;

-- Report F's GOPS are integer instructions of phase 3 a second, in units of 2³⁰, several a relaxation; the
-- counter's are in units of 10⁹.
CREATE VIEW blocking AS
SELECT p.rowid AS line, blocking_factor + 0 AS block, m.metric, m.published, c.origin, c.variant, c.n, c.runs, c.mark,
       c.value * unit_of AS value, c.low * unit_of AS low, c.high * unit_of AS high, c.half * unit_of AS half
FROM published_apsp_blocking_factor p
JOIN (SELECT rowid AS line, 'gld_gbs' AS metric, gld_gbs AS published, 1.0 AS unit_of FROM published_apsp_blocking_factor
      UNION ALL SELECT rowid, 'gst_gbs', gst_gbs, 1.0 FROM published_apsp_blocking_factor
      UNION ALL SELECT rowid, 'shared_load_gbs', shared_load_gbs, 1.0 FROM published_apsp_blocking_factor
      UNION ALL SELECT rowid, 'shared_store_gbs', shared_store_gbs, 1.0 FROM published_apsp_blocking_factor
      UNION ALL SELECT rowid, 'integer_gops', gops, 1e9 / 1073741824 FROM published_apsp_blocking_factor) m ON m.line = p.rowid
LEFT JOIN counters c ON c.workload = 'apsp' AND c.kernel = 'rest' AND c.n = 5000 AND c.block = blocking_factor + 0 AND c.metric = m.metric;

CREATE VIEW highest AS -- report F: the blocking factor at which each metric is highest, against the next highest
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY metric ORDER BY published + 0 DESC, block) AS published_place,
           row_number() OVER (PARTITION BY metric ORDER BY value DESC, block, variant) AS place, count(*) OVER (PARTITION BY metric) AS factors
    FROM blocking WHERE value IS NOT NULL
),
other AS ( -- the published best against every other factor; undecided without intervals
    SELECT p.metric, iif(count(p.low - o.high) = count(*), min(p.low > o.high), 0) AS surely,
           iif(count(p.high - o.low) = count(*), min(p.high > o.low), 1) AS possibly
    FROM ranked p JOIN ranked o ON o.metric = p.metric AND o.block <> p.block
    WHERE p.published_place = 1 GROUP BY p.metric
)
SELECT m.metric, other.surely, other.possibly, m.origin, m.block, 'counted in ' || m.runs || iif(m.runs = 1, ' run', ' runs')
       || ' each: highest at blocking factor ' || m.block || ', ' || rounded(m.value, m.half) || ', then ' || n.block || ', '
       || rounded(n.value, n.half) || ' ' || iif(m.metric = 'integer_gops', 'GOPS', 'GB/s') AS figures
FROM ranked m
JOIN ranked n ON n.metric = m.metric AND n.place = 2
JOIN other ON other.metric = m.metric
WHERE m.place = 1 AND m.factors >= 4;
