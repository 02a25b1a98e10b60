-- title: Report F: where the time goes, seconds, from reading the file to writing the matrix.
-- baseline: none; the ratio is published over measured.
-- note: Input is reading the file and filling the matrix, n² cells beside m edges. The test cases are not public: measured on random graphs with the same n and m. A name that ends in -small has n
--   divided by 25 and m by 625, for machines without a GPU.
WITH seen AS (
    SELECT id, testcase, n, edges AS m, variant, input_s, output_s, kernel_s, kernel_half_ms / 1e3 AS half_s, h2d_s,
           d2h_s, marks
    FROM compared WHERE experiment = 'apsp-breakdown'
),
line AS (
    SELECT 1 AS part, rowid AS line, 'published' AS block, testcase, n, m, 'the report''s' AS variant, '=' || input_s AS input,
           '=' || compute_s AS compute, NULL AS half, '=' || h2d_s AS h2d, '=' || d2h_s AS d2h, '=' || output_s AS output
    FROM published_apsp_breakdown
    UNION ALL
    SELECT 2, row_number() OVER (ORDER BY n DESC, id), 'measured', testcase, n, m, variant, input_s, kernel_s || marks, half_s,
           h2d_s, d2h_s, output_s
    FROM seen
    UNION ALL
    SELECT 3, p.rowid, 'ratio', p.testcase, p.n, p.m, s.variant, p.input_s / s.input_s, p.compute_s / s.kernel_s, NULL,
           p.h2d_s / s.h2d_s, p.d2h_s / s.d2h_s, p.output_s / s.output_s
    FROM published_apsp_breakdown p
    JOIN seen s ON s.testcase = p.testcase AND s.n = p.n AND s.m = p.m
)
SELECT block, testcase, n, m, variant, input AS "input (s)", compute AS "compute (s)", half AS "±", h2d AS "H2D (s)",
       d2h AS "D2H (s)", output AS "output (s)"
FROM line
ORDER BY part, line, variant;
