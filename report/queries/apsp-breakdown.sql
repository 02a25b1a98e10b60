-- title: Report F: distribution of the time in seconds, from reading the file to writing the matrix.
-- baseline: none; the ratio is published over measured, its interval that of the measured side.
-- note: Reading is the file alone, as in the published times: these follow the edges and are too short for n² cells. Filling the
--   matrix, its cells and edges, has its own rows; an older version timed both as one. The test cases are not public: measured on random
--   graphs with the same n and m. A name that ends in -small has n divided by 25 and m by 625, for machines without a GPU.
WITH phase (clock, place, name) AS (
    VALUES ('reading', 1, 'reading'), ('fill', 2, 'filling'), ('input', 3, 'reading and filling'), ('h2d', 4, 'H2D'), ('kernel', 5, 'compute'),
           ('d2h', 6, 'D2H'), ('output', 7, 'output')
),
seen AS (
    SELECT c.id, testcase, n, edges AS m, variant, marks, e.clock, e.time_s, e.half_s
    FROM compared c JOIN estimate e USING (id)
    WHERE experiment = 'apsp-breakdown' AND (e.clock <> 'input' OR NOT EXISTS (SELECT 1 FROM estimate f WHERE f.id = c.id AND f.clock = 'fill'))
),
published AS (
    SELECT rowid AS line, testcase, n + 0 AS n, m + 0 AS m, 'reading' AS clock, 'input_s' AS cell, input_s AS time FROM published_apsp_breakdown
    UNION ALL SELECT rowid, testcase, n + 0, m + 0, 'h2d', 'h2d_s', h2d_s FROM published_apsp_breakdown
    UNION ALL SELECT rowid, testcase, n + 0, m + 0, 'kernel', 'compute_s', compute_s FROM published_apsp_breakdown
    UNION ALL SELECT rowid, testcase, n + 0, m + 0, 'd2h', 'd2h_s', d2h_s FROM published_apsp_breakdown
    UNION ALL SELECT rowid, testcase, n + 0, m + 0, 'output', 'output_s', output_s FROM published_apsp_breakdown
),
line AS ( -- published times with their measured counterparts, then measured ones alone
    SELECT p.line, p.testcase, p.n, p.m, p.clock, p.time || coalesce(a.mark, '') AS published, p.time AS published_s, s.id, s.variant,
           s.marks, s.time_s, s.half_s
    FROM published p
    LEFT JOIN seen s USING (testcase, n, m, clock)
    LEFT JOIN audit a ON a.source = 'apsp_breakdown' AND a.row = p.testcase AND a.cell = p.cell
    UNION ALL
    SELECT coalesce((SELECT min(p.line) FROM published p WHERE p.testcase = s.testcase), 1000 - s.n / 1e6), testcase, n, m, clock, NULL, NULL, id,
           variant, marks, time_s, half_s
    FROM seen s WHERE NOT EXISTS (SELECT 1 FROM published p WHERE p.testcase = s.testcase AND p.n = s.n AND p.m = s.m AND p.clock = s.clock)
)
SELECT testcase, n, m, name AS phase, published, time_s AS measured, half_s AS "±", marks AS "^", published_s / time_s AS ratio,
       published_s / time_s / time_s * half_s AS "±", coalesce(variant, iif(testcase IN (SELECT testcase FROM seen),
       'not timed separately', 'not measured here')) AS variant, id AS point
FROM line JOIN phase USING (clock)
ORDER BY line, testcase, phase.place, id;
