-- title: Report O, part 2: matrix multiply on the GPU, 1024 × 1024 float32, computing alone.
-- baseline: cpu/naive on one thread, the serial code; end to end includes the copies to and from the GPU.
-- note: Published: GeForce RTX 2080 Ti and Xeon Gold 6154; the build of its serial program is not stated. The ratio is published over measured time.
SELECT printed AS "csv: rung", variant, time AS "published: time (ms)", nullif(speedup_vs_cpu, '') AS "published: speedup",
       n AS "measured: n", time_ms AS "measured: time (ms)", half_ms AS "±", marks AS "^", iif(place > 1, speedup, NULL) AS "measured: speedup",
       speedup_half AS "±", whole_apart AS "apart", total_ms AS "measured: end to end (ms)", total_half_ms AS "±", iif(n = 1024, over_published, NULL) AS ratio,
       over_published_half AS "±", error_units AS "csv: measured: error (u√n)", NULL AS "≈", precision_class AS "csv: measured: precision",
       id AS point
FROM ladder
WHERE report = 'O'
ORDER BY place;
