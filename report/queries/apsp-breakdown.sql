-- title: Report F: distribution of the time in seconds, from reading the file to writing the matrix.
-- baseline: none; the ratio is published over measured, its interval that of the measured side.
-- note: Reading is the file alone; filling the matrix has its own rows. The test cases are not public: measured on random graphs with the same n and
--   m. The suffix -small: n divided by 25, m by 625.
WITH phase (clock, place, name, cell) AS (
    VALUES ('reading', 1, 'reading', 'input_s'), ('fill', 2, 'filling', NULL), ('input', 3, 'reading and filling', NULL), ('h2d', 4, 'H2D', 'h2d_s'),
           ('kernel', 5, 'compute', 'compute_s'), ('d2h', 6, 'D2H', 'd2h_s'), ('output', 7, 'output', 'output_s')
),
printed AS (
    SELECT testcase, n + 0 AS n, m + 0 AS m, clock, cell, CASE clock WHEN 'reading' THEN input_s WHEN 'h2d' THEN h2d_s WHEN 'kernel' THEN compute_s
                                                                     WHEN 'd2h' THEN d2h_s ELSE output_s END AS time
    FROM published_apsp_breakdown JOIN phase WHERE cell IS NOT NULL
),
seen AS (
    SELECT c.id, testcase, n, edges AS m, variant, marks, clock, e.time_s, e.half_s
    FROM compared c JOIN estimate e USING (id)
    WHERE experiment = 'apsp-breakdown' AND (clock <> 'input' OR NOT EXISTS (SELECT 1 FROM estimate f WHERE f.id = c.id AND f.clock = 'fill'))
),
line AS (SELECT testcase, n, m, clock FROM printed UNION SELECT testcase, n, m, clock FROM seen)
SELECT testcase, n, m, name AS phase, p.time AS published, a.mark AS "^", time_s AS measured, half_s AS "±", marks AS "^", p.time / time_s AS ratio,
       p.time / time_s / time_s * half_s AS "±", variant, s.id AS point
FROM line
JOIN phase USING (clock)
LEFT JOIN printed p USING (testcase, n, m, clock)
LEFT JOIN seen s USING (testcase, n, m, clock)
LEFT JOIN audit a ON a.source = 'apsp_breakdown' AND a.row = testcase AND a.cell = p.cell
ORDER BY n DESC, testcase, phase.place, s.id;
