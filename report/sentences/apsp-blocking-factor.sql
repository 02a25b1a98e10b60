-- The best blocking factor, of points with an interval. This machine first.
WITH seen AS (
    SELECT *, row_number() OVER (PARTITION BY origin ORDER BY NOT is_result, rate DESC, id) AS place
    FROM compared WHERE experiment = 'apsp-blocking-factor'
)
SELECT iif(is_result, 'Blocking factor ' || block || ' is best for ' || variant || ': ' || rate_said || ' ' || rate_unit
           || ' at n ' || n || ' on ' || machine || '.', 'Not enough rounds on ' || machine || ' to tell the best blocking factor.')
FROM seen
WHERE place = 1
ORDER BY origin;
