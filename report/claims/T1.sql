-- claim: Every rung is faster than the one before.
SELECT iif(count(low) = 4, min(low > 1), iif(min(high > 1) = 0, 0, NULL)) AS surely, min(high > 1) AS possibly,
       iif(count(step) = 4, group_concat(figures, ', '), NULL) AS figures, max(origin) AS origin, max(machine) AS machine
FROM (SELECT * FROM ladder WHERE report = 'T' AND step IS NOT NULL ORDER BY place);
