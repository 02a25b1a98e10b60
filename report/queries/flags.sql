-- title: Flags of the measured points, counted by kind; tables/flagged.csv lists the points.
-- note: A point may have several flags; each qualifies its number. Shares are of the points that were measured and found right.
SELECT flag, count(id) AS points, 100.0 * count(id) / (SELECT count(*) FROM own_points WHERE is_right) AS "share of points (%)",
       NULL AS "≈", meaning, count(id) > 0 AS shown
FROM flag_meanings f LEFT JOIN ( -- the summary lists flags in one cell, separated by ;
    SELECT own_points.id, value AS flag FROM own_points, json_each('[' || replace(json_quote(flags), ';', '","') || ']') WHERE is_right
) USING (flag)
GROUP BY f.rowid
ORDER BY 2 DESC, f.rowid;
