-- The gain of pinned memory, and the gain of overlap beyond it. This machine first.
WITH line AS (
    SELECT 1 AS place, origin, 'On this machine the sequential IKJ product reaches ' || rate_text || ' ' || rate_unit || ' at n ' || n || '.' AS text
    FROM (SELECT * FROM compared WHERE experiment = 'transfer-overlap' AND variant = 'cpu/ikj' AND origin = 'here' ORDER BY rate DESC, id LIMIT 1)
    WHERE is_result
    UNION ALL
    SELECT 2, max(origin), 'With more than one pair, on ' || max(machine) || iif(count(low) = count(*), '', ', in the ' || count(low) || ' of '
           || count(*) || ' cases with five rounds') || ', pinned memory alone gains {' || min(iif(low IS NULL, NULL, of_pinned_low))
           || '} to {' || max(iif(low IS NULL, NULL, of_pinned_high)) || '} times over version 3, and overlap beyond that {'
           || min(iif(low IS NULL, NULL, of_breadth_low)) || '} to {' || max(iif(low IS NULL, NULL, of_breadth_high)) || '} times breadth first, intervals included.'
    FROM (SELECT *, of_pinned_low + of_breadth_low AS low FROM gains)
    WHERE matrices > 1 AND of_pinned IS NOT NULL AND of_breadth IS NOT NULL
)
SELECT opens || text || closes FROM line JOIN tone USING (origin) WHERE text IS NOT NULL ORDER BY place;
