-- title: Report S: transfers in sequence (version 3) or overlapped with computing (version 5), float32.
-- baseline: a sequential IKJ product on the CPU (cpu/ikj on one thread), whose CPU the report does not name.
-- note: Published: GeForce GTX 260. Version 3 is measured with pageable memory, version 5 with pinned memory and a stream per pair,
--   issued breadth first. If the printed number of matrices does not fit the times, rate and speedup are recomputed with the right number,
--   and the measured row is that of the right number. The ratio is published over measured time, its interval that of the measured side.
SELECT n, block, version, printed_matrices || iif(printed_matrices <> matrices, '^turned',
       '') AS "published: matrices",
       published_ms AS "published: time (ms)", published_gflops || iif(printed_matrices <> matrices,
       '^turned', '') AS "published: GFLOP/s",
       published_speedup || iif(printed_matrices <> matrices, '^turned', '') AS "published: speedup",
       iif(printed_matrices <> matrices, matrices, NULL) AS "righted: matrices",
       iif(printed_matrices <> matrices, righted_gflops, NULL) AS "righted: GFLOP/s",
       iif(printed_matrices <> matrices, righted_speedup, NULL) AS "righted: speedup",
       coalesce(total_ms || marks, '–') AS "measured: time (ms)", total_half_ms AS "±", gflops AS "measured: GFLOP/s",
       gflops_half AS "±", speedup AS "measured: speedup", speedup_half AS "±", over_published AS ratio, over_published_half AS "±",
       error_units AS "measured: error (u√n)", NULL AS "≈", precision_class AS "measured: precision", id AS point
FROM overlap
ORDER BY line;
