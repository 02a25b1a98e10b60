-- The best blocking factor, where it has an interval, then report F's own unit. This machine first.
WITH line AS (
    SELECT 1 AS place, origin, 'Blocking factor ' || block || ' is best for ' || variant || ': ' || rate_text || ' ' || rate_unit || ' at n ' || n || ' on ' || machine || '.' AS text
    FROM (SELECT *, row_number() OVER (PARTITION BY origin ORDER BY rate DESC, id) AS place FROM compared WHERE experiment = 'apsp-blocking-factor')
    WHERE place = 1 AND is_result
    UNION ALL
    SELECT 2, origin, 'The report''s GOPS are integer instructions of phase 3 per second, on ' || (SELECT max(machine) FROM points p WHERE p.origin = highest.origin) || ' ' || figures
           || iif(block IS best, ', as published.', '; published: ' || best || '.')
    FROM highest
    JOIN (SELECT block AS best FROM blocking WHERE metric = 'integer_gops' ORDER BY published + 0 DESC, block LIMIT 1)
    WHERE metric = 'integer_gops'
)
SELECT opens || text || closes FROM line JOIN tone USING (origin) ORDER BY place, origin;
