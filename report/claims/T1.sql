-- claim: Every rung is faster than the one before.
SELECT min(coalesce(low > 1, 0)) AS surely, min(high > 1) AS possibly, group_concat(figures, ', ') AS figures, max(origin) AS origin,
       max(machine) AS machine
FROM (SELECT * FROM ladder WHERE report = 'T' AND step IS NOT NULL ORDER BY place) GROUP BY NULL HAVING count(*) = 4;
