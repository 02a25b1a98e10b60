-- title: Report S: transfers in sequence (version 3) or overlapped with computing (version 5), float32, ten pairs of matrices.
-- baseline: a sequential IKJ product on the CPU (cpu/ikj on one thread), whose CPU the report does not name.
-- note: Published: GeForce GTX 260. Version 3: pageable memory; version 5: pinned memory, a stream per pair, breadth first. Righted: with the number
--   of matrices that fits the times.
SELECT n, block, version, printed_matrices AS "csv: published: matrices", corrected AS "^", published_ms AS "published: time (ms)",
       published_gflops AS "csv: published: GFLOP/s", corrected AS "^", published_speedup AS "published: speedup", corrected AS "^",
       righted_matrices AS "csv: righted: matrices", 2e-6 * n * n * n * righted_matrices / published_ms AS "csv: righted: GFLOP/s",
       published_speedup * righted_matrices / printed_matrices AS "righted: speedup",
       total_ms AS "measured: time (ms)", total_half_ms AS "±", marks AS "^", gflops AS "csv: measured: GFLOP/s", gflops * wide AS "±",
       speedup AS "measured: speedup", speedup_half AS "±", apart, published_ms / total_ms AS "csv: ratio", published_ms / total_ms * wide AS "±",
       error_units AS "csv: measured: error (u√n)", NULL AS "≈", precision_class AS "csv: measured: precision", id AS point, matrices = 10 AS shown
FROM (SELECT *, iif(righted_matrices, 'corrected', '') AS corrected, total_half_ms / total_ms AS wide FROM overlap)
ORDER BY place;
