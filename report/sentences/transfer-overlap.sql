-- What pinned memory gains, and what overlap gains beyond it. This machine first.
WITH serial AS (
    SELECT * FROM compared WHERE experiment = 'transfer-overlap' AND variant = 'cpu/ikj' AND origin = 'here'
    ORDER BY rate DESC, id LIMIT 1
),
line AS (
    SELECT 1 AS place, origin, iif(is_result, 'On this machine the sequential IKJ product reaches ' || rate_said || ' ' || rate_unit || ' at n ' || n
           || '.', 'Not enough rounds on this machine to tell the rate of the sequential IKJ product.') AS text
    FROM serial
    UNION ALL
    SELECT 2, max(origin), coalesce('With more than one pair, on ' || max(machine) || iif(count(low) = count(*), '', ', in the ' || count(low) || ' of '
           || count(*) || ' cases that have rounds enough') || ', pinned memory alone gains {' || min(iif(low IS NULL, NULL, of_pinned_low))
           || '} to {' || max(iif(low IS NULL, NULL, of_pinned_high)) || '} times over version 3, and overlap beyond that {'
           || min(iif(low IS NULL, NULL, of_breadth_low))
           || '} to {' || max(iif(low IS NULL, NULL, of_breadth_high)) || '} times breadth first, intervals included.',
           'Not enough rounds on ' || max(machine) || ' to tell what pinned memory and overlap gain.')
    FROM (SELECT *, of_pinned_low + of_breadth_low AS low FROM gains)
    WHERE matrices > 1 AND of_pinned IS NOT NULL AND of_breadth IS NOT NULL HAVING count(*) > 0
)
SELECT opens || text || closes FROM line JOIN tone USING (origin) ORDER BY place;
