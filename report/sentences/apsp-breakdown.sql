-- The share of computing in the whole time, at the largest and the smallest share, of points with an interval. This machine first.
WITH share AS (
    SELECT c.*, '{' || (100 * e.time_s) || '±' || (100 * e.half_s) || '} %' AS computing,
           row_number() OVER (PARTITION BY origin ORDER BY e.time_s, c.id) AS low,
           row_number() OVER (PARTITION BY origin ORDER BY e.time_s DESC, c.id) AS high
    FROM compared c
    JOIN estimate e ON e.id = c.id AND e.clock = 'share'
    WHERE experiment = 'apsp-breakdown' AND is_result
)
SELECT opens || 'On ' || h.machine || ' computing (' || h.variant || ') takes ' || h.computing || ' of the whole in '
       || h.testcase || ' and ' || l.computing || ' in ' || l.testcase || '; the rest is reading, copying and writing.' || closes
FROM share h
JOIN share l ON l.origin = h.origin AND l.low = 1
JOIN tone ON tone.origin = h.origin
WHERE h.high = 1
ORDER BY h.origin;
