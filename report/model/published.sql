-- The figures published by the five reports, a row per figure or rung, as text: digits as printed. Sizes and threads are numbers. Read after load.sql.

CREATE TABLE published_ladders AS -- unit_ms: of the printed time
SELECT r.*, time_ms AS time, 1 AS unit_ms, bandwidth_gbs, step_speedup, speedup_vs_cpu
FROM published_rungs r JOIN published_transpose_cuda p ON report = 'T' AND p.variant = printed
UNION ALL SELECT r.*, time_ms, 1, NULL, NULL, speedup FROM published_rungs r JOIN published_matmul_cuda p ON report = 'O' AND p.variant = printed
UNION ALL SELECT r.*, time_s, 1000, NULL, NULL, NULL FROM published_rungs r JOIN published_apsp_ladder p ON report = 'F' AND p.variant = printed
ORDER BY report DESC, place;

CREATE TABLE published_sweeps AS
SELECT * FROM (
    SELECT 'thread-1x1' AS experiment, 'gpu/thread_tile' AS variant, '' AS side, *, '' AS mean_ms FROM published_thread_1x1
    UNION ALL SELECT 'thread-tile', 'gpu/thread_tile', * FROM published_thread_tile
    UNION ALL SELECT 'shared-block', 'gpu/shared', * FROM published_shared_block)
ORDER BY experiment, side + 0;

CREATE TABLE published_products AS
SELECT * FROM (
    SELECT 'cpu/openmp' AS variant, 2048 AS n, threads + 0 AS threads, serial_s, parallel_s, speedup FROM published_matmul_openmp
    UNION ALL SELECT 'cpu/openmp_transposed', 2048, threads + 0, serial_transposed_s, parallel_transposed_s, speedup_transposed FROM published_matmul_openmp)
ORDER BY variant, threads;

CREATE TABLE published_times AS
SELECT testcase, n + 0 AS n, m + 0 AS m, column2 AS clock, CASE column1 WHEN 1 THEN input_s WHEN 2 THEN h2d_s WHEN 3 THEN compute_s WHEN 4 THEN d2h_s ELSE output_s END AS time
FROM published_apsp_breakdown p, (VALUES (1, 'reading'), (2, 'h2d'), (3, 'kernel'), (4, 'd2h'), (5, 'output'))
ORDER BY p.rowid, column1;

CREATE TABLE published_throughputs AS
SELECT column3 AS quantity, column2 AS metric, column4 AS unit_of, blocking_factor + 0 AS block,
       CASE column1 WHEN 1 THEN gld_gbs WHEN 2 THEN gst_gbs WHEN 3 THEN shared_load_gbs WHEN 4 THEN shared_store_gbs ELSE gops END AS published
FROM published_apsp_blocking_factor p, (VALUES
    (1, 'gld_gbs', 'global load (GB/s)', 1.0), (2, 'gst_gbs', 'global store (GB/s)', 1.0), (3, 'shared_load_gbs', 'shared load (GB/s)', 1.0),
    (4, 'shared_store_gbs', 'shared store (GB/s)', 1.0), (5, 'integer_gops', 'integer instructions (GOPS)', 1e9 / 1073741824))
ORDER BY column1, p.rowid;
