-- title: Report S: transfers in sequence (version 3) or overlapped with computing (version 5), float32, ten pairs of matrices.
-- baseline: a sequential IKJ product on the CPU (cpu/ikj on one thread), whose CPU the report does not name.
-- note: Published: GeForce GTX 260. Version 3: pageable memory; version 5: pinned memory, a stream per pair, breadth first. Righted: with the number
--   of matrices that fits the times.
SELECT n, block, version, printed_matrices AS "csv: published: matrices", iif(printed_matrices <> matrices, 'turned', '') AS "^",
       published_ms AS "published: time (ms)", published_gflops AS "csv: published: GFLOP/s", iif(printed_matrices <> matrices, 'turned', '') AS "^",
       published_speedup AS "published: speedup", iif(printed_matrices <> matrices, 'turned', '') AS "^",
       iif(printed_matrices <> matrices, matrices, NULL) AS "csv: righted: matrices",
       iif(printed_matrices <> matrices, righted_gflops, NULL) AS "csv: righted: GFLOP/s",
       iif(printed_matrices <> matrices, righted_speedup, NULL) AS "righted: speedup",
       total_ms AS "measured: time (ms)", total_half_ms AS "±", marks AS "^", gflops AS "csv: measured: GFLOP/s", gflops_half AS "±",
       speedup AS "measured: speedup", speedup_half AS "±", over_published AS "csv: ratio", over_published_half AS "±",
       error_units AS "csv: measured: error (u√n)", NULL AS "≈", precision_class AS "csv: measured: precision", id AS point, matrices = 10 AS shown
FROM overlap
ORDER BY line;
