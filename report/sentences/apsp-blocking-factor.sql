-- The best blocking factor. This machine first.
SELECT 'Blocking factor ' || block || ' is best for ' || variant || ': {' || max(rate) || '} ' || rate_unit
       || ' at n ' || n || ' on ' || machine || '.'
FROM compared WHERE experiment = 'apsp-blocking-factor' GROUP BY origin ORDER BY origin;
