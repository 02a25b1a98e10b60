-- title: Report F: where the time goes, seconds, from reading the file to writing the matrix.
-- baseline: none; the ratio is published over measured, its interval that of the measured side.
-- note: Input is reading the file and filling the matrix, n² cells beside m edges. The test cases are not public: measured on random graphs with the same n and m. A name that ends in -small has n
--   divided by 25 and m by 625, for machines without a GPU.
WITH phase AS ( -- its estimates beside each other
    SELECT id, max(iif(clock = 'input', time_s, NULL)) AS input_s, max(iif(clock = 'input', half_s, NULL)) AS input_half,
           max(iif(clock = 'h2d', time_s, NULL)) AS h2d_s, max(iif(clock = 'h2d', half_s, NULL)) AS h2d_half,
           max(iif(clock = 'd2h', time_s, NULL)) AS d2h_s, max(iif(clock = 'd2h', half_s, NULL)) AS d2h_half,
           max(iif(clock = 'output', time_s, NULL)) AS output_s, max(iif(clock = 'output', half_s, NULL)) AS output_half
    FROM estimate GROUP BY id
),
seen AS (
    SELECT c.id, testcase, n, edges AS m, variant, p.input_s, input_half, p.output_s, output_half, kernel_s,
           kernel_half_ms / 1e3 AS half_s, p.h2d_s, h2d_half, p.d2h_s, d2h_half, marks
    FROM compared c JOIN phase p USING (id) WHERE experiment = 'apsp-breakdown'
),
line AS (
    SELECT 1 AS part, rowid AS line, 'published' AS block, testcase, n, m, 'the report''s' AS variant, '=' || input_s AS input,
           NULL AS input_half, '=' || compute_s AS compute, NULL AS half, '=' || h2d_s AS h2d, NULL AS h2d_half,
           '=' || d2h_s AS d2h, NULL AS d2h_half, '=' || output_s AS output, NULL AS output_half
    FROM published_apsp_breakdown
    UNION ALL
    SELECT 2, row_number() OVER (ORDER BY n DESC, id), 'measured', testcase, n, m, variant, input_s, input_half,
           kernel_s || marks, half_s, h2d_s, h2d_half, d2h_s, d2h_half, output_s, output_half
    FROM seen
    UNION ALL
    SELECT 3, p.rowid, 'ratio', p.testcase, p.n, p.m, s.variant, p.input_s / s.input_s, p.input_s / s.input_s / s.input_s * input_half,
           p.compute_s / s.kernel_s, p.compute_s / s.kernel_s / s.kernel_s * half_s,
           p.h2d_s / s.h2d_s, p.h2d_s / s.h2d_s / s.h2d_s * h2d_half, p.d2h_s / s.d2h_s, p.d2h_s / s.d2h_s / s.d2h_s * d2h_half,
           p.output_s / s.output_s, p.output_s / s.output_s / s.output_s * output_half
    FROM published_apsp_breakdown p
    JOIN seen s ON s.testcase = p.testcase AND s.n = p.n AND s.m = p.m
)
SELECT block, testcase, n, m, variant, input AS "input (s)", input_half AS "±", compute AS "compute (s)", half AS "±",
       h2d AS "H2D (s)", h2d_half AS "±", d2h AS "D2H (s)", d2h_half AS "±", output AS "output (s)", output_half AS "±"
FROM line
ORDER BY part, line, variant;
