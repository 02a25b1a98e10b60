-- title: Report F: the ladder of blocked Floyd–Warshall on the GPU, computing alone.
-- baseline: the rung above for the step; gpu/baseline for the whole ladder.
-- note: Published: test case p12k1, which is not public; measured on a random graph of about its size. The ratio is published over measured time.
SELECT printed AS "csv: rung", variant, time AS "published: time (s)", published AS "published: step",
       published_whole AS "published: whole", n AS "measured: n", time_ms / 1e3 AS "measured: time (s)", half_ms / 1e3 AS "±", marks AS "^",
       step AS "measured: step", step_half AS "±", step_apart AS "apart", speedup AS "measured: whole", speedup_half AS "±", whole_apart AS "apart",
       total_ms / 1e3 AS "csv: measured: end to end (s)", total_half_ms / 1e3 AS "±", iif(n = 12000, over_published, NULL) AS ratio,
       over_published_half AS "±", id AS point
FROM ladder
WHERE report = 'F'
ORDER BY place;
