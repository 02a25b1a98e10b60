-- How much of the whole time the computing takes, at the largest and the smallest share. This machine first.
WITH share AS (
    SELECT origin, machine, variant, testcase, kernel_s / total_s * 100 AS computing FROM compared
           WHERE experiment = 'apsp-breakdown' AND total_s > 0
),
high AS (SELECT origin, testcase, max(computing) AS most FROM share GROUP BY origin),
low AS (SELECT origin, testcase, min(computing) AS least FROM share GROUP BY origin)
SELECT 'On ' || s.machine || ' computing (' || s.variant || ') takes {' || most || '} % of the whole in '
       || high.testcase || ' and {' || least || '} % in '
       || low.testcase || '; the rest is reading, copying and writing.'
FROM share s JOIN high USING (origin) JOIN low USING (origin)
GROUP BY s.origin ORDER BY s.origin;
