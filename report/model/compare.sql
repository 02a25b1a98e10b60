-- Estimates, ratios and means from `speedup summarize`, joined to the points. Read after load.sql.


CREATE TABLE estimate AS
SELECT p.id, clock, value + 0.0 AS time_s, nullif(low, '') + 0.0 AS low_s, nullif(high, '') + 0.0 AS high_s, (nullif(high, '') - low) / 2 AS half_s
FROM (SELECT 'here' AS origin, * FROM estimates_here UNION ALL SELECT 'reference', * FROM estimates_reference) e
JOIN good p ON p.origin = e.origin AND p.summary_line = cast(e.line AS integer);
CREATE INDEX estimate_id ON estimate (id, clock);

-- above and below have no type, as good.id has none: otherwise its index cannot be used. A point over itself is exactly 1.
CREATE TABLE ratio AS
SELECT above + 0 AS above, below + 0 AS below, clock, iif(above = below, 1, value + 0.0) AS value, nullif(low, '') + 0.0 AS low, nullif(high, '') + 0.0 AS high,
       iif(above = below, NULL, (nullif(high, '') - low) / 2) AS half
FROM ratios;
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
       rounded(p.rate, p.rate * (p.kernel_high_s - p.kernel_low_s) / 2 / p.kernel_s) AS rate_text,
       rounded(p.kernel_s, (p.kernel_high_s - p.kernel_low_s) / 2) AS kernel_text,
       rounded(ro.value, ro.half) AS over_own_text, rounded(rv.value, rv.half) AS over_naive_text,
       rounded(ru.value, ru.half) AS over_unoptimized_text
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
WHERE b.origin = 'here' OR m.experiment IN (SELECT experiment FROM borrowed);

CREATE TABLE scaling AS -- the thread sweep of this machine
SELECT *, max(threads) OVER (PARTITION BY work, variant) AS most_threads,
       max(n) OVER (PARTITION BY workload, type, host) AS largest_n
FROM compared
WHERE experiment = 'thread-scaling' AND kind = 'cpu' AND origin = 'here';

CREATE TABLE curves AS -- first_id: the point on the fewest threads, last_id: on the most that each have a core
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

-- ---- flags ----

CREATE TABLE flagged AS -- a row per flag of this machine's right points; the summary lists them in one cell, separated by ;
WITH RECURSIVE part AS (
    SELECT id, NULL AS flag, flags || ';' AS rest FROM points WHERE origin = 'here' AND is_right AND flags IS NOT NULL
    UNION ALL
    SELECT id, substr(rest, 1, instr(rest, ';') - 1), substr(rest, instr(rest, ';') + 1) FROM part WHERE rest <> ''
)
SELECT id, flag FROM part WHERE flag IS NOT NULL;

-- ---- look: color and point shape of a variant, the same in every figure ----
-- plots/palette.csv lists them; other variants get one by a hash of their names.

CREATE TABLE look AS
SELECT v.variant, coalesce(p.colour, substr('0x0072B20xD55E000x009E730xCC79A70xE69F000x56B4E90x882255', 1 + 8 * hash,
       8)) AS colour,
       coalesce(p.point, 11) AS point
FROM (SELECT DISTINCT variant, (unicode(substr(variant, 5)) * 3 + unicode(substr(variant,
    -1)) * 5 + length(variant)) % 7 AS hash
      FROM (SELECT variant FROM points UNION SELECT variant FROM palette)) v
LEFT JOIN palette p ON p.variant = v.variant;

-- ---- figures published by the five reports, as text: digits as printed ----


CREATE TABLE product AS -- operations of a product of the published sizes
SELECT n, 2.0 * n * n * n AS operations FROM (SELECT n FROM published_transfer_overlap UNION SELECT '2048');

-- Every published cell that follows from others of its row, recomputed: printed = factor * top / bottom.
-- It follows if it is right within the rounding of all figures involved: half a unit of the last digit printed.
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

-- Times that follow the size: computing n³, copies and writing n². A time is in line if it is within a fifth of the prediction from the
-- median of the other rows over their n³ or n². Reading follows m except for a fixed cost, which small files show.
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
       iif(abs(factor * top / bottom / printed - 1) > 1.001 * (printed_half + top_half + bottom_half), 'audit', '') AS mark
FROM unit
UNION ALL
SELECT line, 'apsp_breakdown', row, cell, printed, recomputed, 'the other rows', iif(abs(printed / recomputed - 1) > 0.2, 'trend', '')
FROM trend;

-- ---- results of GPU tools and cachegrind: of this machine, otherwise of the reference ----


CREATE TABLE kernels AS
SELECT rowid AS line, * FROM kernels_here
UNION ALL
SELECT rowid, * FROM kernels_reference WHERE NOT EXISTS (SELECT 1 FROM kernels_here);

CREATE TABLE counters AS
SELECT c.*, runs, m.mean + 0.0 AS value, nullif(m.low, '') + 0.0 AS low, nullif(m.high, '') + 0.0 AS high, (nullif(m.high, '') - m.low) / 2 AS half,
       CASE WHEN runs = 1 THEN 'one ' WHEN runs < 5 THEN 'few ' ELSE '' END || iif(origin = 'reference', 'ref', '') AS mark
FROM (SELECT DISTINCT number, origin, workload, variant, type, cast(n AS integer) AS n, cast(nullif(block, '') AS integer) AS block,
             cast(nullif(tile, '') AS integer) AS tile, kernel, metric, unit FROM counted) c
JOIN (SELECT *, cast("count" AS integer) AS runs FROM means) m ON cast(m."group" AS integer) = number;

CREATE TABLE trace AS
SELECT rowid AS line, * FROM trace_here
UNION ALL
SELECT rowid, * FROM trace_reference WHERE NOT EXISTS (SELECT 1 FROM trace_here);

CREATE TABLE cachegrind AS
SELECT * FROM cachegrind_here
UNION ALL
SELECT * FROM cachegrind_reference WHERE NOT EXISTS (SELECT 1 FROM cachegrind_here);

CREATE VIEW provenance AS -- the machine that each of these files comes from
WITH file (source, here) AS (
    SELECT 'kernels', EXISTS (SELECT 1 FROM kernels_here) UNION ALL SELECT 'counters', EXISTS (SELECT 1 FROM counters_here)
    UNION ALL SELECT 'trace', EXISTS (SELECT 1 FROM trace_here) UNION ALL SELECT 'cachegrind', EXISTS (SELECT 1 FROM cachegrind_here)
)
SELECT source, iif(here, 'here', 'reference') AS origin, json_extract(json, '$.name') AS machine
FROM file JOIN machines ON machines.origin = iif(here, 'here', 'reference');

-- Of this machine only: a self-test of another machine does not apply.
CREATE TABLE trusted AS
SELECT question, slower + 0.0 AS slower, share + 0.0 AS share FROM self_test_here WHERE share <> '';

CREATE TABLE profiler AS
SELECT workload, variant, type, cast(n AS integer) AS n, cast(nullif(tile, '') AS integer) AS tile,
       cast(launch AS integer) AS launch, time_s + 0.0 AS time_s,
       sm_mhz + 0.0 AS sm_mhz
FROM (SELECT * FROM profiler_here
      UNION ALL
      SELECT * FROM profiler_reference WHERE NOT EXISTS (SELECT 1 FROM profiler_here));
