-- title: Report T: the transpose ladder, 2048 × 2048 int32, 100 iterations, copies to and from the GPU included.
-- baseline: the rung above for the step speedup; cpu/naive on one thread for the other.
-- note: Published: GeForce GTX 770M, host clock. GiB/s count one read and one write of each element.
WITH marked AS (SELECT row, json_group_object(cell, mark) AS of FROM audit WHERE source = 'transpose_cuda' GROUP BY row)
SELECT printed AS "csv: rung", variant, time AS "published: time (ms)", bandwidth_gbs AS "published: GiB/s",
       json_extract(of, '$.bandwidth_gbs') AS "^", nullif(step_speedup, '') AS "csv: published: step", json_extract(of, '$.step_speedup') AS "^",
       nullif(speedup_vs_cpu, '') AS "published: over CPU", json_extract(of, '$.speedup_vs_cpu') AS "^",
       time_ms AS "measured: time (ms)", half_ms AS "±", marks AS "^", amount / 1073741.824 / time_ms AS "measured: GiB/s",
       amount / 1073741.824 / time_ms / time_ms * half_ms AS "±", step AS "measured: step", step_half AS "±", step_apart AS "apart",
       iif(place > 1, speedup, NULL) AS "measured: over CPU", speedup_half AS "±", whole_apart AS "apart",
       iif(n = 2048 AND iterations = 100, over_published, NULL) AS "csv: ratio", over_published_half AS "±", id AS point
FROM ladder JOIN marked ON row = printed
WHERE report = 'T'
ORDER BY place;
