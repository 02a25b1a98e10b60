-- title: Report F: the ladder of blocked Floyd–Warshall on the GPU, computing alone.
-- baseline: the rung above for the step; gpu/baseline for the whole ladder.
-- note: Published: test case p12k1, which is not public; measured on a random graph of about its size. The ratio is
--   published over measured time, if n is that of the test case's name.
SELECT printed AS rung, variant, published_text AS "published: time (s)",
       published_step_found AS "published: step",
       published_total_found AS "published: whole", n AS "measured: n", coalesce((time_ms / 1e3) || marks,
       'not measured here') AS "measured: time (s)",
       half_ms / 1e3 AS "±", step AS "measured: step", step_half AS "±",
       speedup AS "measured: whole", speedup_half AS "±",
       total_ms / 1e3 AS "measured: end to end (s)", total_half_ms / 1e3 AS "±",
       iif(n = 12000, over_published, NULL) AS ratio, over_published_half AS "±", id AS point
FROM ladder
WHERE report = 'F'
ORDER BY place;
