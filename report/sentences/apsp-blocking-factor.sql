-- The best blocking factor. This machine first.
SELECT 'Blocking factor ' || block || ' is best for ' || variant || ': {' || rate || '} ' || rate_unit
       || ' at n ' || n || ' on ' || machine || '.'
FROM (SELECT *, row_number() OVER (PARTITION BY origin ORDER BY rate DESC, id) AS place
      FROM compared WHERE experiment = 'apsp-blocking-factor')
WHERE place = 1
ORDER BY origin;
