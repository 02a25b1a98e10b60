-- title: Report F: distribution of the time in seconds, from reading the file to writing the matrix.
-- baseline: none; the ratio is published over measured, its interval that of the measured side.
-- note: Reading is the file alone; filling the matrix has its own rows. The test cases are not public: measured on random graphs with the same n and
--   m. The suffix -small: n divided by 25, m by 625.
WITH phase (clock, place, name) AS (
    VALUES ('reading', 1, 'reading'), ('fill', 2, 'filling'), ('input', 3, 'reading and filling'), ('h2d', 4, 'H2D'), ('kernel', 5, 'compute'),
           ('d2h', 6, 'D2H'), ('output', 7, 'output')
),
printed AS (
    SELECT testcase, n + 0 AS n, m + 0 AS m, key AS clock, value AS time
    FROM published_apsp_breakdown
    JOIN json_each(json_object('reading', input_s, 'h2d', h2d_s, 'kernel', compute_s, 'd2h', d2h_s, 'output', output_s))
),
seen AS (
    SELECT c.id, testcase, n, edges AS m, variant, marks, clock, e.time_s, e.half_s
    FROM compared c JOIN estimate e USING (id)
    WHERE experiment = 'apsp-breakdown' AND (clock <> 'input' OR NOT EXISTS (SELECT 1 FROM estimate f WHERE f.id = c.id AND f.clock = 'fill'))
),
line AS (SELECT testcase, n, m, clock FROM printed UNION SELECT testcase, n, m, clock FROM seen)
SELECT testcase, n, m, name AS phase, time AS published, a.mark AS "^", time_s AS measured, half_s AS "±", marks AS "^", time / time_s AS ratio,
       time / time_s / time_s * half_s AS "±", variant, id AS point
FROM line
JOIN phase USING (clock)
LEFT JOIN printed USING (testcase, n, m, clock)
LEFT JOIN seen USING (testcase, n, m, clock)
LEFT JOIN audit a ON a.source = 'apsp_breakdown' AND a.row = testcase AND a.cell = replace(clock, 'kernel', 'compute') || '_s'
ORDER BY n DESC, testcase, place, id;
