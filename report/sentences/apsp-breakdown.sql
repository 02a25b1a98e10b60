-- How much of the whole time the computing takes, at the largest and the smallest share. This machine first.
WITH share AS (
    SELECT *, 100 * kernel_s / total_s AS computing,
           row_number() OVER (PARTITION BY origin ORDER BY NOT is_result, kernel_s / total_s, id) AS low,
           row_number() OVER (PARTITION BY origin ORDER BY NOT is_result, kernel_s / total_s DESC, id) AS high
    FROM compared
    WHERE experiment = 'apsp-breakdown' AND total_s > 0
)
SELECT iif(h.is_result, 'On ' || h.machine || ' computing (' || h.variant || ') takes {' || h.computing || '±'
           || (h.computing * (h.kernel_high_s - h.kernel_low_s) / 2 / h.kernel_s) || '} % of the whole in ' || h.testcase || ' and {'
           || l.computing || '±' || (l.computing * (l.kernel_high_s - l.kernel_low_s) / 2 / l.kernel_s) || '} % in ' || l.testcase
           || '; the rest is reading, copying and writing.',
           'Not enough rounds on ' || h.machine || ' to tell which share of the whole computing takes.')
FROM share h
JOIN share l ON l.origin = h.origin AND l.low = 1
WHERE h.high = 1
ORDER BY h.origin;
