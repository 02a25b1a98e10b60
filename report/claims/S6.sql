-- claim: At n 224 with one pair version 5 is slower.
SELECT min(coalesce(gain_high < 1, 0)) AS surely, min(gain_low < 1) AS possibly, max(origin) AS origin,
       max(machine) AS machine, group_concat('block ' || block || ': version 5 ' || phrase || ' times as fast as version 3', ', ') AS figures
FROM (SELECT * FROM gains WHERE matrices = 1 AND n = 224 AND gain IS NOT NULL ORDER BY block, machine) GROUP BY NULL HAVING count(*) > 0;
