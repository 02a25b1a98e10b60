-- title: What was measured.
SELECT experiment, count(*) AS points, sum(samples) AS samples, sum(status = 'ok') AS "verified and measured",
       sum(status = 'skipped') AS skipped, sum(status IN ('wrong', 'failed',
       'timeout')) AS "wrong, failed or timed out",
       sum(stop = 'precision') AS "precise enough", min(started) AS "first started", max(started) AS "last started",
       count(DISTINCT build) AS builds
FROM points
JOIN members USING (id)
WHERE origin = 'here'
GROUP BY experiment
ORDER BY min(started), experiment;
