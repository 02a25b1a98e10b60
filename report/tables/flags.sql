-- title: What the measured points are flagged for; tables/flagged.csv has them one by one.
-- note: Outliers stay in the median, which they hardly move. A drift is a difference between the rounds of a point. A working set that fits
--   the last-level cache runs faster than one that does not.
WITH RECURSIVE part AS ( -- the flags of a point one by one, of a text with ; between them
    SELECT id, workload, variant, n, NULL AS flag, flags || ';' AS rest
    FROM points WHERE origin = 'here' AND status = 'ok' AND flags IS NOT NULL
    UNION ALL
    SELECT id, workload, variant, n, trim(substr(rest, 1, instr(rest, ';') - 1)), substr(rest, instr(rest, ';') + 1)
    FROM part WHERE rest <> ''
),
each AS (
    SELECT id, workload, variant, n, flag FROM part WHERE flag <> ''
    UNION ALL
    SELECT id, workload, variant, n, 'the library ignores vectors of this processor' FROM points
    WHERE origin = 'here' AND status = 'ok' AND detail LIKE '%ignores this CPU%'
),
classed AS (
    SELECT *,
           CASE WHEN flag LIKE '%outlier%' THEN 'outliers' WHEN flag LIKE '%no interval%' THEN 'fewer than six samples, no interval'
                   WHEN flag LIKE 'drift%' THEN 'drift between rounds' WHEN flag LIKE 'fits%' THEN 'fits the last-level cache' ELSE flag END AS class
    FROM each
)
SELECT class AS flag, count(DISTINCT id) AS points,
       (SELECT group_concat(experiment, ', ') FROM (SELECT DISTINCT experiment FROM classed e JOIN members USING (id)
                                                    WHERE e.class = c.class ORDER BY experiment)) AS experiments,
       min(workload || ' ' || variant || ', n ' || n || ': ' || flag) AS "for example"
FROM classed c
GROUP BY class
ORDER BY points DESC, class;
