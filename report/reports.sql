-- What tables, figures and claims about the five course reports share. Read after load.sql.
--
--   shown     by experiment: the machine (origin) and size that stand beside the published figures
--   ladder    the rungs of reports T, O and F: published and measured time, step and total speedup
--   misses    report O: cache misses of the serial product, plain and transposed
--   overlap   report S's 48 rows, the right number of matrices, and what was measured
--   orders    report S: the four ways to transfer side by side
--   sweep     report R's two sweeps, published and measured
--   cpu_unit  CPU baselines for one product, transpose or closure, by machine and problem

-- The GPU's machine where there are GPU points, else this one; the published size where it was
-- measured, else the largest.
CREATE TABLE sizes (experiment, published_n);
INSERT INTO sizes VALUES ('transpose-ladder', 2048), ('openmp-threads', 2048), ('cuda-matmul', 1024),
    ('apsp-ladder', 12000), ('apsp-blocking-factor', 5000), ('thread-tile', 1024), ('shared-block', 1024);

CREATE TABLE shown AS
SELECT experiment, origin, machine, published_n, max(iif(n = published_n, 1e9, n)) AS place, n
FROM compared
LEFT JOIN sizes USING (experiment)
WHERE origin = 'reference' OR experiment NOT IN (SELECT experiment FROM compared WHERE origin = 'reference')
GROUP BY experiment;

CREATE VIEW measured AS -- the rows that stand beside the published ones
SELECT c.*, s.published_n FROM compared c JOIN shown s ON s.experiment = c.experiment AND s.origin = c.origin
       AND s.n = c.n;

-- ---- ladders ----
-- T timed copies and all iterations with a host clock, so its time is end to end; O and F show
-- the computing alone.

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
           p.step_speedup AS published_step, p.speedup AS published_speedup, m.origin, m.machine, m.n, m.published_n,
           m.iterations,
           m.marks, m.flags, m.kernel_ms, m.kernel_half_ms, m.total_ms, m.total_half_ms,
           iif(r.report = 'T', m.total_ms, m.kernel_ms) AS time_ms,
           iif(r.report = 'T', m.total_half_ms, m.kernel_half_ms) AS half_ms
    FROM rung r
    JOIN published p USING (report, printed)
    LEFT JOIN (SELECT *, row_number() OVER (PARTITION BY experiment, variant ORDER BY iterations DESC,
        threads) AS choice FROM measured) m
        ON m.experiment = r.experiment AND m.variant = r.variant AND m.choice = 1
)
SELECT *, lag(published_ms) OVER before / published_ms AS published_step_found,
       lag(time_ms) OVER before / time_ms AS step,
       first_value(published_ms) OVER before / published_ms AS published_total_found,
       first_value(time_ms) OVER before / time_ms AS speedup, lag(variant) OVER before AS before_variant
FROM timed
WINDOW before AS (PARTITION BY report ORDER BY place);

-- ---- S ----
-- Time must grow with the number of matrices, so the printed number is right where the times of
-- one n, block and version have the order of the numbers, and is the number of that rank where not.

CREATE TABLE overlap AS
WITH ranked AS (
    SELECT *, rowid AS line, row_number() OVER (PARTITION BY n, block, version ORDER BY time_ms + 0) AS time_rank,
           row_number() OVER (PARTITION BY n, block, version ORDER BY matrices + 0) AS count_rank
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
    SELECT n, block, matrices, transfer, origin, machine, total_ms, total_half_ms, kernel_ms, marks
    FROM compared WHERE experiment = 'transfer-overlap' AND kind = 'gpu'
),
cpu AS (
    SELECT machine, n, min(kernel_ms / matrices) AS ikj_ms FROM compared
    WHERE experiment = 'transfer-overlap' AND variant = 'cpu/ikj' GROUP BY machine, n
)
SELECT o.*, 2e-6 * o.n * o.n * o.n * o.matrices / o.published_ms AS righted_gflops,
       o.published_speedup * o.matrices / o.printed_matrices AS righted_speedup,
       g.origin, g.machine, g.total_ms, g.total_half_ms, g.kernel_ms, g.marks,
       2e-6 * o.n * o.n * o.n * o.matrices / g.total_ms AS gflops, cpu.ikj_ms * o.matrices / g.total_ms AS speedup
FROM righted o
LEFT JOIN gpu g USING (n, block, matrices, transfer)
LEFT JOIN cpu USING (machine, n)
ORDER BY o.line;

-- ---- R ----

CREATE TABLE sweep AS
SELECT 'thread-tile' AS experiment, cast(p.tile AS integer) AS x, p.run1_ms, p.run2_ms, p.run3_ms, p.run4_ms,
       p.run5_ms, p.mean_ms,
       a.mark, m.n, m.origin, m.machine, m.kernel_ms, m.kernel_half_ms, m.kernel_low_s, m.kernel_high_s, m.samples,
       m.marks
FROM published_thread_tile p
LEFT JOIN audit a ON a.source = 'thread_tile' AND a.row = p.tile
LEFT JOIN measured m ON m.experiment = 'thread-tile' AND m.variant = 'gpu/thread_tile' AND m.tile = p.tile
UNION ALL
SELECT 'shared-block', cast(p.block AS integer), p.run1_ms, p.run2_ms, p.run3_ms, p.run4_ms, p.run5_ms, p.mean_ms,
       a.mark, m.n, m.origin, m.machine, m.kernel_ms, m.kernel_half_ms, m.kernel_low_s, m.kernel_high_s, m.samples,
       m.marks
FROM published_shared_block p
LEFT JOIN audit a ON a.source = 'shared_block' AND a.row = p.block
LEFT JOIN measured m ON m.experiment = 'shared-block' AND m.variant = 'gpu/shared' AND m.block = p.block;

-- ---- baselines of a GPU figure ----
-- Whatever experiment measured them: CPU time of one product, transpose or closure, on the GPU's machine.

CREATE TABLE cpu_unit AS
SELECT machine, workload, type, n, max(iif(variant = 'cpu/unoptimized', unit_s, NULL)) AS unoptimized_s,
       max(iif(variant = 'cpu/naive', unit_s, NULL)) AS naive_s, min(iif(threads = 1, unit_s, NULL)) AS single_s,
       min(unit_s) AS best_s
FROM (SELECT machine, workload, type, n, variant, threads, min(kernel_s / matrices / iterations) AS unit_s
      FROM points WHERE kind = 'cpu' AND status = 'ok' GROUP BY machine, workload, type, n, variant, threads)
GROUP BY machine, workload, type, n;

CREATE VIEW misses AS -- O: reads of one serial product and how many of them miss, in a simulated cache
SELECT variant, n + 0 AS n, max(iif(event = 'Ir', value, NULL)) + 0.0 AS instructions,
       max(iif(event = 'Dr', value, NULL)) + 0.0 AS reads, max(iif(event = 'D1mr', value, NULL)) + 0.0 AS first_level,
       max(iif(event = 'DLmr', value, NULL)) + 0.0 AS last_level
FROM cachegrind
GROUP BY variant, n;

CREATE TABLE orders AS -- version 3, version 3 with pinned memory, version 5 in both orders, a row a case
SELECT n, block, matrices, machine, max(iif(transfer = 'pageable', total_ms, NULL)) AS pageable_ms,
       max(iif(transfer = 'pinned', total_ms, NULL)) AS pinned_ms, max(iif(transfer = 'overlap-breadth', total_ms,
       NULL)) AS breadth_ms,
       max(iif(transfer = 'overlap-depth', total_ms, NULL)) AS depth_ms,
       max(iif(transfer = 'pageable', total_ms, NULL)) / max(iif(transfer = 'overlap-breadth', total_ms,
       NULL)) AS gain
FROM compared WHERE experiment = 'transfer-overlap' AND kind = 'gpu'
GROUP BY machine, n, block, matrices;

-- ---- the ledger of claims ----
-- claims.csv brings a query with each claim: one row of holds (1, 0; NULL or no row: not measured), the figures
-- that decided, and the machine. They are run by a script that a query writes.

.import --csv claims.csv claims
CREATE TABLE ledger (report, claim, words, verdict, figures, machine);
.mode list
.once ledger.sql
SELECT 'INSERT INTO ledger SELECT ' || quote(report) || ', ' || quote(claim) || ', ' || quote(words)
       || ', CASE WHEN d.holds IS NULL THEN ''not measured here'' WHEN d.holds THEN ''holds'' ELSE ''does not hold'' END,'
       || ' iif(d.holds IS NULL, NULL, d.figures), iif(d.holds IS NULL, NULL, d.machine) FROM (SELECT 1) LEFT JOIN ('
       || query || ') d;'
FROM claims;
.read ledger.sql
