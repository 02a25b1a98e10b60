-- Loads what a report is made from into SQLite, once, typed and compared.
--
-- Run by report/data.sh in a folder that holds the staged files: summary.csv and those of report/empty of this machine,
-- the same with the prefix reference_ of the machine whose results are kept in git, and
-- published_*.csv. A file may be a header without rows.
--
-- Rows have no order but what a query says: SQLite promises none, and versions differ. A query orders its rows
-- completely, by `id` or `line` (the place in the file) in the end, and takes bare columns beside min() from no group.
--
-- What a query then reads:
--   points    every summarized point, here and of the reference, empty cells NULL, times in s; id: the place in the files
--   members   the experiments of each point (id, experiment): a point may belong to several, and is measured once
--   study     what the report shows: points of this machine, and those of the reference machine in experiments in which
--             it has GPU points and this machine has none
--   beside    study's good points beside every baseline for the same work, a row a point
--   compared  the same, a row a point and experiment
--   scaling   compared's rows of this machine's thread sweep
--   variants, kernels, counters, trace, profiler, cachegrind, published_..., machines

.import --csv summary.csv summary_here
.import --csv reference_summary.csv summary_reference
.import --csv variants.csv variants
.import --csv palette.csv palette

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
SELECT row_number() OVER (ORDER BY origin, line) AS id, origin, machine, host_name AS host,
       iif(several.hosts, ' (' || host_name || ')', '') AS on_host,
       experiment AS experiments, workload, type, cast(n AS integer) AS n, variant,
       substr(variant, 1, instr(variant, '/') - 1) AS kind,
       cast(nullif(threads, '') AS integer) AS threads, nullif(schedule, '') AS schedule,
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
       nullif(ceiling_share, '') + 0.0 AS ceiling_share,
       status, nullif(stop, '') AS stop, cast(nullif(rounds, '') AS integer) AS rounds,
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
SELECT DISTINCT id, experiment FROM part WHERE experiment IS NOT NULL;
CREATE INDEX members_id ON members (id);
CREATE INDEX members_experiment ON members (experiment);

CREATE TABLE lent AS -- experiments whose GPU rows are the reference's
SELECT experiment FROM points JOIN members USING (id) WHERE origin = 'reference' AND kind = 'gpu' AND status = 'ok'
EXCEPT
SELECT experiment FROM points JOIN members USING (id) WHERE origin = 'here' AND kind = 'gpu' AND status = 'ok';

CREATE TABLE study AS
SELECT * FROM points
WHERE origin = 'here' OR id IN (SELECT id FROM members JOIN lent USING (experiment));

-- ---- beside, compared: each good point beside the baselines for the same work ----
-- A baseline is CPU time from the clock's start to its end, so a GPU is compared twice:
-- by its kernel alone and end to end, copies included.

CREATE TABLE good AS -- amount: the operations or bytes of the whole, by the cost model, whose rate is this over the time
SELECT *, 1e9 * rate * kernel_s AS amount, iif(kernel_low_s IS NULL, '^few', '') || iif(origin = 'reference', '^ref', '') AS marks
FROM study WHERE status = 'ok' AND kernel_s > 0;

CREATE TABLE best AS
SELECT work, kernel_s AS best_s, variant AS best_variant, threads AS best_threads
FROM (SELECT *, row_number() OVER (PARTITION BY work ORDER BY kernel_s, id) AS place FROM good WHERE kind = 'cpu')
WHERE place = 1;

CREATE TABLE single AS -- the fastest on one thread: of each variant and shape, of each variant, of all
SELECT *, row_number() OVER (PARTITION BY work, variant, block, tile, schedule ORDER BY kernel_s, id) AS place,
       row_number() OVER (PARTITION BY work, variant ORDER BY kernel_s, id) AS place_of_variant,
       row_number() OVER (PARTITION BY work ORDER BY kernel_s, id) AS place_of_all
FROM good WHERE kind = 'cpu' AND threads = 1;
CREATE INDEX single_work ON single (work, variant);

CREATE TABLE beside AS
SELECT p.*,
       p.kernel_s * 1e3 AS kernel_ms, (p.kernel_high_s - p.kernel_low_s) / 2 * 1e3 AS kernel_half_ms,
       p.total_s * 1e3 AS total_ms, (p.total_high_s - p.total_low_s) / 2 * 1e3 AS total_half_ms,
       o.kernel_s AS own_s, v.kernel_s AS naive_s, u.kernel_s AS unoptimized_s,
       s.kernel_s AS single_s, s.variant AS single_variant, best_s, best_variant, best_threads,
       o.kernel_s / p.kernel_s AS over_own, v.kernel_s / p.kernel_s AS over_naive,
       u.kernel_s / p.kernel_s AS over_unoptimized, s.kernel_s / p.kernel_s AS over_single,
       best_s / p.kernel_s AS over_best,
       coalesce(o.kernel_low_s, o.kernel_s) / coalesce(p.kernel_high_s, p.kernel_s) AS over_own_low,
       coalesce(o.kernel_high_s, o.kernel_s) / coalesce(p.kernel_low_s, p.kernel_s) AS over_own_high,
       o.kernel_s / p.kernel_s / p.threads AS efficiency
FROM good p
LEFT JOIN single o ON o.work = p.work AND o.variant = p.variant AND p.threads IS NOT NULL
    AND o.block IS p.block AND o.tile IS p.tile AND o.schedule IS p.schedule AND o.place = 1
LEFT JOIN single v ON v.work = p.work AND v.variant = 'cpu/naive' AND v.place_of_variant = 1
LEFT JOIN single u ON u.work = p.work AND u.variant = 'cpu/unoptimized' AND u.place_of_variant = 1
LEFT JOIN single s ON s.work = p.work AND s.place_of_all = 1
LEFT JOIN best b ON b.work = p.work;
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

-- ---- look: one colour and one point shape for a variant, in every figure ----
-- plots/palette.csv names them; a variant that it does not know gets one by its name,
-- so that it too looks the same everywhere.

CREATE TABLE look AS
SELECT v.variant, coalesce(p.colour, substr('0x0072B20xD55E000x009E730xCC79A70xE69F000x56B4E90x882255', 1 + 8 * hash,
       8)) AS colour,
       coalesce(p.point, 3) AS point
FROM (SELECT DISTINCT variant, (unicode(substr(variant, 5)) * 3 + unicode(substr(variant,
    -1)) * 5 + length(variant)) % 7 AS hash
      FROM (SELECT variant FROM points UNION SELECT variant FROM palette)) v
LEFT JOIN palette p ON p.variant = v.variant;

-- ---- machines ----

CREATE TABLE machines AS
SELECT 'here' AS origin, cast(readfile('machine.json') AS text) AS json
UNION ALL
SELECT 'reference', cast(readfile('reference_machine.json') AS text);


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

CREATE TABLE product AS -- operations of a product of the published sizes; what was measured has its amount
SELECT n, 2.0 * n * n * n AS operations FROM (SELECT n FROM published_transfer_overlap UNION SELECT '2048');

-- Every published cell that follows from others of its row, recomputed: printed = factor * top / bottom.
-- It follows when it is right within the rounding of all figures involved: half a unit of the last
-- digit printed, and of an integer half a unit of its last digit that is not 0.
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

CREATE TABLE audit AS
WITH unit AS (
    SELECT *, 0.5 * pow(10, iif(instr(printed, '.'), instr(printed, '.') - length(printed),
                                length(printed) - length(rtrim(printed, '0')))) / printed AS printed_half,
           0.5 * pow(10, iif(instr(top, '.'), instr(top, '.') - length(top), length(top) - length(rtrim(top,
           '0')))) / top AS top_half,
           0.5 * pow(10, iif(instr(bottom, '.'), instr(bottom, '.') - length(bottom),
                             length(bottom) - length(rtrim(bottom, '0')))) / bottom AS bottom_half
    FROM derived WHERE printed <> '' AND top <> ''
)
SELECT line, source, row, cell, printed, factor * top / bottom AS recomputed,
       iif(abs(factor * top / bottom / printed - 1) > 1.001 * (printed_half + top_half + bottom_half), '^audit',
       '') AS mark
FROM unit;

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

CREATE TABLE kernels AS
SELECT rowid AS line, * FROM kernels_here
UNION ALL
SELECT rowid, * FROM kernels_reference WHERE NOT EXISTS (SELECT 1 FROM kernels_here);

CREATE TABLE counters AS
SELECT workload, variant, type, cast(n AS integer) AS n, cast(nullif(block, '') AS integer) AS block,
       cast(nullif(tile, '') AS integer) AS tile, kernel, metric, value + 0.0 AS value, unit
FROM (SELECT * FROM counters_here
      UNION ALL
      SELECT * FROM counters_reference WHERE NOT EXISTS (SELECT 1 FROM counters_here));

CREATE TABLE trace AS
SELECT rowid AS line, * FROM trace_here
UNION ALL
SELECT rowid, * FROM trace_reference WHERE NOT EXISTS (SELECT 1 FROM trace_here);

CREATE TABLE cachegrind AS
SELECT * FROM cachegrind_here
UNION ALL
SELECT * FROM cachegrind_reference WHERE NOT EXISTS (SELECT 1 FROM cachegrind_here);

CREATE TABLE profiler AS
SELECT workload, variant, type, cast(n AS integer) AS n, cast(nullif(tile, '') AS integer) AS tile,
       cast(launch AS integer) AS launch, time_s + 0.0 AS time_s,
       sm_mhz + 0.0 AS sm_mhz
FROM (SELECT * FROM profiler_here
      UNION ALL
      SELECT * FROM profiler_reference WHERE NOT EXISTS (SELECT 1 FROM profiler_here));
