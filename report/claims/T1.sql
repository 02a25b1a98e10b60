-- claim: Every rung is faster than the one before.
SELECT iif(count(step_low) = 4, min(step_low > 1), iif(min(step_high > 1) = 0, 0, NULL)) AS surely,
       min(step_high > 1) AS possibly, iif(count(step) = 4, group_concat(variant || ' ' || step_text || ' times '
       || before_variant, ', '), NULL) AS figures, max(origin) AS origin, max(machine) AS machine
FROM (SELECT * FROM ladder WHERE report = 'T' AND step IS NOT NULL ORDER BY place);
