-- title: Number of rounds of the points, and the reason for stopping.
-- empty: No point was measured here.
-- note: A round measures each point once, by a new process. Reasons: precision, the interval is as narrow as requested; rounds, the
--   requested number was reached; max-time, the time for a point was used up.
WITH counted AS (
    SELECT rounds, coalesce(stop, 'unfinished') AS stop, count(*) AS points, sum(samples) AS samples,
           sum(kernel_low_s IS NOT NULL) AS intervals, sum((kernel_high_s - kernel_low_s) / 2 / kernel_s <= 0.02) AS narrow,
           sum((kernel_high_s - kernel_low_s) / 2 / kernel_s <= 0.05) AS fair
    FROM points WHERE origin = 'here' AND is_right GROUP BY 1, 2
)
SELECT rounds, stop AS "stopped by", points, samples, intervals AS "with an interval", narrow AS "within ± 2 %", fair AS "within ± 5 %"
FROM counted
ORDER BY rounds, stop;
