-- title: Flags of the measured points, counted by kind; tables/flagged.csv lists the points.
-- note: A point may have several flags; each qualifies its number. Shares are of the points that were measured and found right.
WITH counted AS (SELECT flag, count(*) AS points FROM flagged GROUP BY flag),
named AS (
    SELECT rowid AS place, flag, meaning FROM flag_meanings
    UNION ALL SELECT 1000, flag, 'No meaning is recorded for it.' FROM counted WHERE flag NOT IN (SELECT flag FROM flag_meanings)
)
SELECT flag, coalesce(points, 0) AS points,
       100.0 * coalesce(points, 0) / (SELECT count(*) FROM points WHERE origin = 'here' AND is_right) AS "share of points (%)", NULL AS "≈", meaning,
       points > 0 AS shown
FROM named LEFT JOIN counted USING (flag)
ORDER BY 2 DESC, place, flag;
