-- The best blocking factor, where it has an interval. This machine first. Then report F's own unit, and what became of it.
WITH seen AS (
    SELECT *, row_number() OVER (PARTITION BY origin ORDER BY rate DESC, id) AS place
    FROM compared WHERE experiment = 'apsp-blocking-factor'
),
line AS (
    SELECT 1 AS place, origin, iif(is_result, 'Blocking factor ' || block || ' is best for ' || variant || ': ' || rate_said || ' ' || rate_unit
           || ' at n ' || n || ' on ' || machine || '.', 'Not enough rounds on ' || machine || ' to tell the best blocking factor.') AS text
    FROM seen
    WHERE place = 1
    UNION ALL
    SELECT 2, origin, 'The report''s GOPS are integer instructions of phase 3 a second, on ' || (SELECT max(machine) FROM points p WHERE p.origin = highest.origin) || ' ' || figures
           || iif(block IS best, ', as published.', '; published: ' || best || '.')
    FROM highest
    JOIN (SELECT block AS best FROM blocking WHERE metric = 'integer_gops' ORDER BY published + 0 DESC, block LIMIT 1)
    WHERE metric = 'integer_gops'
)
SELECT opens || text || closes FROM line JOIN tone USING (origin) ORDER BY place, origin;
