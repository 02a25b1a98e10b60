-- title: What the measured points are flagged for; tables/flagged.csv has them one by one.
-- note: Outliers stay in the median, which they hardly move. A drift is a difference between the rounds of a point. A working set that fits
--   the last-level cache runs faster than one that does not.
WITH each AS (
    SELECT p.rowid AS point, p.*, trim(f.value) AS flag
    FROM points p, json_each('["' || replace(p.flags, ';', '","') || '"]') f
    WHERE p.origin = 'here' AND p.status = 'ok' AND p.flags IS NOT NULL
    UNION ALL
    SELECT rowid, *, 'the library ignores vectors of this processor' FROM points
    WHERE origin = 'here' AND status = 'ok' AND detail LIKE '%ignores this CPU%'
),
classed AS (
    SELECT *,
           CASE WHEN flag LIKE '%outlier%' THEN 'outliers' WHEN flag LIKE '%no interval%' THEN 'fewer than six samples, no interval'
                   WHEN flag LIKE 'drift%' THEN 'drift between rounds' WHEN flag LIKE 'fits%' THEN 'fits the last-level cache' ELSE flag END AS class
    FROM each
)
SELECT class AS flag, count(DISTINCT point) AS points, replace(group_concat(DISTINCT experiment), ',',
       ', ') AS experiments,
       min(workload || ' ' || variant || ', n ' || n || ': ' || flag) AS "for example"
FROM classed
GROUP BY class
ORDER BY points DESC;
