-- title: What was measured.
SELECT experiment, count(*) AS points, sum(samples) AS samples, sum(is_right) AS "verified and measured",
       sum(is_right AND kernel_low_s IS NOT NULL) AS "with an interval", sum(status = 'reduced') AS "csv: of reduced precision",
       sum(status = 'skipped') AS skipped, sum(status IN ('wrong', 'failed', 'timeout')) AS "wrong, failed or timed out",
       min(started) AS "first started", max(started) AS "csv: last started", count(DISTINCT build) AS "csv: builds"
FROM own_points JOIN members USING (id)
GROUP BY experiment
ORDER BY min(started), experiment;
