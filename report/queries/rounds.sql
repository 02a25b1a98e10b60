-- title: Number of rounds of the points, and the reason for stopping.
-- note: A round measures each point once, by a new process. Reasons: precision, the interval is as narrow as requested; rounds, the
--   requested number was reached; max-time, the time for a point was used up.
SELECT rounds, coalesce(stop, 'unfinished') AS "stopped by", count(*) AS points, sum(samples) AS samples,
       sum(kernel_low_s IS NOT NULL) AS "with an interval", sum((kernel_high_s - kernel_low_s) / 2 / kernel_s <= 0.02) AS "within ± 2 %",
       sum((kernel_high_s - kernel_low_s) / 2 / kernel_s <= 0.05) AS "within ± 5 %"
FROM own_points WHERE is_right
GROUP BY 1, 2
ORDER BY rounds, 2;
