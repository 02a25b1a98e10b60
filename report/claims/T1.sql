-- claim: Every rung is faster than the one before.
SELECT iif(count(step) = 4, min(step > 1), NULL) AS holds,
       group_concat(variant || ' {' || step || '} times ' || before_variant, ', ') AS figures, max(machine) AS machine
FROM (SELECT * FROM ladder WHERE report = 'T' AND step IS NOT NULL ORDER BY place);
