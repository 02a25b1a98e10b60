-- title: Report F: where the time goes, seconds, from reading the file to writing the matrix.
-- baseline: none; the ratio is published over measured, its interval that of the measured side.
-- note: Reading is the file alone, as the published times can have been: they follow the edges, and are too short for n² cells. The filling
--   of the matrix, its cells and the edges in them, is a column of its own. Where an older version did not tell them apart the two stand together.
--   The test cases are not public: measured on random graphs with the same n and m. A name that ends in -small has n
--   divided by 25 and m by 625, for machines without a GPU.
WITH phase AS ( -- its estimates beside each other
    SELECT id, max(iif(clock = 'reading', time_s, NULL)) AS reading_s, max(iif(clock = 'reading', half_s, NULL)) AS reading_half,
           max(iif(clock = 'fill', time_s, NULL)) AS fill_s, max(iif(clock = 'fill', half_s, NULL)) AS fill_half,
           max(iif(clock = 'input', time_s, NULL)) AS input_s, max(iif(clock = 'input', half_s, NULL)) AS input_half,
           max(iif(clock = 'h2d', time_s, NULL)) AS h2d_s, max(iif(clock = 'h2d', half_s, NULL)) AS h2d_half,
           max(iif(clock = 'd2h', time_s, NULL)) AS d2h_s, max(iif(clock = 'd2h', half_s, NULL)) AS d2h_half,
           max(iif(clock = 'output', time_s, NULL)) AS output_s, max(iif(clock = 'output', half_s, NULL)) AS output_half
    FROM estimate GROUP BY id
),
seen AS (
    SELECT c.id, testcase, n, edges AS m, variant, marks, kernel_s, kernel_half_ms / 1e3 AS half_s, p.reading_s, reading_half, fill_s, fill_half,
           iif(fill_s IS NULL, p.input_s, NULL) AS input_s, input_half, p.output_s, output_half, p.h2d_s, h2d_half, p.d2h_s, d2h_half
    FROM compared c JOIN phase p USING (id) WHERE experiment = 'apsp-breakdown'
),
line AS (
    SELECT p.rowid AS place, p.testcase, p.n + 0 AS n, p.m + 0 AS m, p.input_s AS p_reading, p.compute_s AS p_compute, p.h2d_s AS p_h2d,
           p.d2h_s AS p_d2h, p.output_s AS p_output, s.id, max(iif(a.cell = 'compute_s', a.mark, NULL)) AS mark_compute,
           max(iif(a.cell = 'h2d_s', a.mark, NULL)) AS mark_h2d, max(iif(a.cell = 'd2h_s', a.mark, NULL)) AS mark_d2h,
           max(iif(a.cell = 'output_s', a.mark, NULL)) AS mark_output
    FROM published_apsp_breakdown p
    LEFT JOIN seen s ON s.testcase = p.testcase AND s.n = p.n + 0 AND s.m = p.m + 0
    LEFT JOIN audit a ON a.source = 'apsp_breakdown' AND a.row = p.testcase
    GROUP BY p.rowid, p.testcase, p.n, p.m, p.input_s, p.compute_s, p.h2d_s, p.d2h_s, p.output_s, s.id
    UNION ALL
    SELECT 1000 - n / 1e6, testcase, n, m, NULL, NULL, NULL, NULL, NULL, id, NULL, NULL, NULL, NULL FROM seen
    WHERE NOT EXISTS (SELECT 1 FROM published_apsp_breakdown p WHERE p.testcase = seen.testcase AND p.n + 0 = seen.n AND p.m + 0 = seen.m)
)
SELECT l.testcase, l.n, l.m, coalesce(s.variant, 'not measured here') AS variant,
       '=' || p_reading AS "reading (s): published", s.reading_s || marks AS "reading (s): measured", reading_half AS "±",
       p_reading / s.reading_s AS "reading (s): ratio", p_reading / s.reading_s / s.reading_s * reading_half AS "±",
       s.fill_s || marks AS "filling (s): measured", fill_half AS "±", s.input_s || marks AS "reading and filling (s): measured", input_half AS "±",
       '=' || p_compute || mark_compute AS "compute (s): published", s.kernel_s || marks AS "compute (s): measured", half_s AS "±",
       p_compute / s.kernel_s AS "compute (s): ratio", p_compute / s.kernel_s / s.kernel_s * half_s AS "±",
       '=' || p_h2d || mark_h2d AS "H2D (s): published", s.h2d_s AS "H2D (s): measured", h2d_half AS "±",
       p_h2d / s.h2d_s AS "H2D (s): ratio", p_h2d / s.h2d_s / s.h2d_s * h2d_half AS "±",
       '=' || p_d2h || mark_d2h AS "D2H (s): published", s.d2h_s AS "D2H (s): measured", d2h_half AS "±",
       p_d2h / s.d2h_s AS "D2H (s): ratio", p_d2h / s.d2h_s / s.d2h_s * d2h_half AS "±",
       '=' || p_output || mark_output AS "output (s): published", s.output_s AS "output (s): measured", output_half AS "±",
       p_output / s.output_s AS "output (s): ratio", p_output / s.output_s / s.output_s * output_half AS "±"
FROM line l
LEFT JOIN seen s USING (id)
ORDER BY place, l.testcase, s.variant, s.id;
