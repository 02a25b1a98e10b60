-- Loads the staged files of a report into SQLite: typed points, and the best of each work.
--
-- Read by report/renderer/study.py, which has made a table of each file: summary, rounds, estimates and laws, with rows of both
-- origins; those of report/empty, of this machine, otherwise of the reference; and published_*, as text. A table may be empty.
--
-- A time is the geometric mean of its rounds' medians. `speedup summarize` computes every time, ratio and interval (Student's t, 95 %, from
-- five rounds on); without an interval _low and _high are NULL. SQL selects and joins.
--
-- SQLite promises no order of rows, and versions differ. So every query orders its rows completely, by `id` or `line` (the place in the
-- file) at the end, and takes bare columns beside min() from no group.
--
-- Tables and views for queries:
--   numbered  every summarized point, here and of the reference, empty cells NULL, times in s; id: place in both summaries
--   points    those of square matrices
--   members   the experiments of each point (id, experiment): a point may belong to several, and is measured once
--   estimate  a row per point and clock (kernel, total, input, h2d, d2h, output; share: kernel over total; of the input: fill, the
--             matrices, and reading, the rest; energy: J per result, from samples as long as the counter needs): time and interval
--   ratio     time of point `above` over that of `below`, by the kernel's clock or end to end: value, interval, half width
--   batch     the samples of one round of a point: medians and noise
--   good      right points of this machine, and those of the reference in experiments where it has GPU points and this machine has none
--   beside    good points beside every baseline for the same work, a row per point
--   compared  the same, a row per point and experiment
--   scaling   rows of compared from this machine's thread sweep
--   curves    a row per curve over threads, strong or weak scaling: its law, and the recommended thread count
--   hosts  the summary of a folder of shards by host (elsewhere its hosts count as one)
--   variants, kernels, counters, trace, profiler, cachegrind, trusted, published_..., machines

-- ---- points: typed, with a key for 'the same work under the same conditions' ----
-- Points of two hosts are never the same work. on_host names the host where a folder has several.

-- A program measured by --command has a type only if its command line names one.
-- folder: of the tables of a point. Two machines side by side ('there' is the second) are as two hosts of this one.
ALTER TABLE summary ADD COLUMN folder TEXT;
UPDATE summary SET matrices = coalesce(matrices, 1), iterations = coalesce(iterations, 1), type = coalesce(type, 'untyped'), folder = origin;
UPDATE summary SET origin = 'here', host = machine WHERE EXISTS (SELECT 1 FROM summary WHERE folder = 'there');

-- kind: variants of several GPUs or processes are compared neither with one GPU nor with threads. own_efficiency is 1 without an interval for a
-- point over itself. testcase: the graph file's name without folder and ending. work: the identity of what is computed.
CREATE TABLE numbered AS
SELECT row_number() OVER (ORDER BY folder, line) AS id,
       json_array(machine, host, workload, type, n, edges, graph, matrices, iterations, cache, seed, parameters) AS work,
       iif(min(host) OVER (PARTITION BY origin) < max(host) OVER (PARTITION BY origin), ' (' || host || ')', '') AS on_host,
       status IN ('ok', 'reduced') AS is_right, summary.* FROM summary;

CREATE TABLE points AS
SELECT CASE WHEN devices IS NOT NULL THEN 'gpus' WHEN ranks IS NULL THEN substr(variant, 1, instr(variant, '/') - 1)
           WHEN variant LIKE 'gpu/%' THEN 'gpu ranks' ELSE 'ranks' END AS kind,
       nullif((own_efficiency_high - own_efficiency_low) / 2, 0) AS own_efficiency_half,
       replace(replace(graph, rtrim(graph, replace(graph, '/', '')), ''), '.bin', '') AS testcase, numbered.*
FROM numbered WHERE shape IS NULL;

CREATE UNIQUE INDEX points_id ON points (id);
CREATE UNIQUE INDEX points_line ON points (folder, line);

CREATE TABLE members AS -- the summary lists them in one cell, separated by ;
SELECT DISTINCT numbered.id, coalesce(nullif(value, ''), 'unnamed') AS experiment
FROM numbered, json_each('[' || replace(json_quote(experiments), ';', '","') || ']');
CREATE INDEX members_id ON members (id);

CREATE TABLE borrowed AS -- experiments that show rows of the reference: those with GPU points that this machine lacks, and report O's 16 threads
SELECT experiment FROM points JOIN members USING (id) WHERE origin = 'reference' AND kind = 'gpu' AND is_right
EXCEPT
SELECT experiment FROM points JOIN members USING (id) WHERE origin = 'here' AND kind = 'gpu' AND is_right
UNION SELECT 'openmp-threads' WHERE NOT EXISTS (
    SELECT 1 FROM points JOIN members USING (id) WHERE experiment = 'openmp-threads' AND origin = 'here' AND threads >= 16);

-- ---- good points, and the best of each work ----
-- A GPU is compared with a CPU twice: by its kernel alone, and end to end with copies.

CREATE TABLE machines AS
SELECT origin, json, nullif(json_extract(json, '$.cpu.cores'), 0) AS cores, nullif(json_extract(json, '$.cpu.fast_cores'), 0) AS fast_cores
FROM machine_json WHERE json_valid(json);

CREATE VIEW machine_facts AS -- a row per property that is known
WITH machine AS (SELECT origin, json AS file FROM machines),
fact AS (
    SELECT origin, place + 0 AS place, property,
           printf(format, iif(divisor = '', first, 1.0 * first / divisor), json_extract(file, '$.' || b), json_extract(file, '$.' || c)) AS value
    FROM (SELECT *, json_extract(file, '$.' || a) AS first FROM machine, machine_properties) WHERE iif(divisor = '', first IS NOT NULL, first > 0)
    UNION ALL SELECT origin, 2, 'cores of the faster kind', json_extract(file, '$.cpu.fast_cores') FROM machine
        WHERE json_extract(file, '$.cpu.fast_cores') < json_extract(file, '$.cpu.cores')
    UNION ALL SELECT origin, 8, 'cache level ' || json_extract(value, '$.level') || ' ' || json_extract(value, '$.type'),
        json_extract(value, '$.count') || ' × ' || (json_extract(value, '$.size_bytes') / 1024) || ' KiB' FROM machine, json_each(file, '$.caches')
    UNION ALL SELECT origin, 16, 'BLAS', coalesce(json_extract(file, '$.build.blas_version'), json_extract(file, '$.build.blas')) FROM machine
    UNION ALL SELECT origin, 18, key, value FROM machine, json_each(file, '$.environment')
)
SELECT * FROM fact WHERE value IS NOT NULL;

-- setting: the identity of a point within one work, without its threads; label: the variant, with its binding and schedule where these are not
-- the default; processor: what it ran on; share: of the ceiling, in %, none where the rate is surely above, so that it bounds nothing;
-- amount: operations or bytes by the cost model.
CREATE TABLE good AS
SELECT points.*, json_array(variant, schedule, block, tile, bind) AS setting,
       variant || iif(bind = 'spread', ' (spread)', '') || iif(schedule <> 'static', ' (' || schedule || ')', '') AS label,
       coalesce(threads || iif(threads = 1, ' thread', ' threads'), 'GPU') AS processor,
       1e3 * kernel_s AS kernel_ms, 500 * (kernel_high_s - kernel_low_s) AS kernel_half_ms,
       1e3 * total_s AS total_ms, 500 * (total_high_s - total_low_s) AS total_half_ms,
       rate * (kernel_high_s - kernel_low_s) / 2 / kernel_s AS rate_half,
       iif(ceiling_share_low > 1, NULL, 100 * ceiling_share) AS share, 50 * (ceiling_share_high - ceiling_share_low) AS share_half,
       coalesce(ceiling_share_low > 1, 0) AS is_unbound,
       1e9 * rate * kernel_s AS amount, kernel_low_s IS NOT NULL AS is_result,
       CASE WHEN kernel_low_s IS NOT NULL THEN '' WHEN rounds = 1 THEN 'one ' ELSE 'few ' END || iif(status = 'reduced', 'reduced ', '')
           || iif(origin = 'reference', 'ref ', '') || CASE WHEN kind <> 'cpu' OR on_host <> '' THEN '' WHEN threads > cores THEN 'threads'
           WHEN threads > fast_cores THEN 'slower' ELSE '' END AS marks
FROM points LEFT JOIN (SELECT origin AS folder, cores, fast_cores FROM machines) USING (folder)
WHERE is_right AND kernel_s > 0 AND (origin = 'here' OR id IN (SELECT id FROM members JOIN borrowed USING (experiment)));
CREATE INDEX good_id ON good (id);
CREATE INDEX good_work ON good (work);

CREATE TABLE best AS -- the fastest CPU point of each work, if it has an interval; otherwise there is no best
SELECT id AS best_id, work, variant AS best_variant, threads AS best_threads, variant || ', ' || processor AS best_phrase
FROM (SELECT *, row_number() OVER (PARTITION BY work ORDER BY kernel_s, id) AS place FROM good WHERE kind = 'cpu')
WHERE place = 1 AND is_result;

-- ---- batch: the samples of one round of a right point, taken by one process ----

CREATE TABLE batch AS
SELECT p.id, r.* FROM rounds r JOIN numbered p ON p.folder = r.origin AND p.line = r.summary_line;
