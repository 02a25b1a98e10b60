-- title: Report F: distribution of the time in seconds, from reading the file to writing the matrix.
-- baseline: none; the ratio is published over measured, its interval that of the measured side.
-- note: Reading is the file alone; filling the matrix has its own rows. The test cases are not public: measured on random graphs with the same n and
--   m. The suffix -small: n divided by 25, m by 625.
WITH seen AS (
    SELECT id, testcase, n, edges AS m, variant, marks, clock, time_s, half_s
    FROM compared JOIN estimate USING (id) WHERE experiment = 'apsp-breakdown'
),
line AS (SELECT testcase, n, m, clock FROM published_times UNION SELECT testcase, n, m, clock FROM seen)
SELECT testcase, n, m, phase, time AS published, mark AS "^", time_s AS measured, half_s AS "±", marks AS "^", time / time_s AS ratio,
       time / time_s / time_s * half_s AS "±", variant, id AS point
FROM line
JOIN phases USING (clock)
LEFT JOIN published_times p USING (testcase, n, m, clock)
LEFT JOIN seen USING (testcase, n, m, clock)
LEFT JOIN audit a ON a.source = 'apsp_breakdown' AND a.line = p.rowid
ORDER BY n DESC, testcase, place, id;
