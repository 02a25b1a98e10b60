-- caption: Report F: where the time goes, as shares of the whole, from reading the file to writing the matrix. A
--   measured bar, below the published one, names its machine; where it says few rounds, it is no result.
WITH phases AS (
    SELECT p.rowid AS place, 1 AS part, testcase || ', published' AS bar, input_s + 0.0 AS input_s,
           h2d_s + 0.0 AS h2d_s, compute_s + 0.0 AS kernel_s,
           d2h_s + 0.0 AS d2h_s, output_s + 0.0 AS output_s
    FROM published_apsp_breakdown p
    UNION ALL
    SELECT coalesce(p.rowid, 10 - c.n / 100000.0), 2, c.testcase || ', ' || c.machine || c.on_host || iif(c.is_result, '', ' (few rounds)'), c.input_s, coalesce(c.h2d_s, 0),
           c.kernel_s, coalesce(c.d2h_s, 0), c.output_s
    FROM compared c LEFT JOIN published_apsp_breakdown p ON p.testcase = c.testcase
    WHERE c.experiment = 'apsp-breakdown' AND c.input_s IS NOT NULL AND c.output_s IS NOT NULL
),
placed AS (
    SELECT *, row_number() OVER (ORDER BY place, part, bar, input_s) AS x, input_s + h2d_s + kernel_s + d2h_s + output_s AS whole_s
           FROM phases
),
piece AS (
    SELECT 1 AS k, 'input' AS series, bar, x, 0.0 AS low, input_s / whole_s AS high, '0xD55E00' AS colour
           FROM placed
    UNION ALL SELECT 2, 'H2D', bar, x, input_s / whole_s, (input_s + h2d_s) / whole_s, '0x56B4E9' FROM placed
    UNION ALL SELECT 3, 'compute', bar, x, (input_s + h2d_s) / whole_s, (input_s + h2d_s + kernel_s) / whole_s,
        '0x0072B2' FROM placed
    UNION ALL SELECT 4, 'D2H', bar, x, (input_s + h2d_s + kernel_s) / whole_s, 1 - output_s / whole_s, '0xE69F00'
        FROM placed
    UNION ALL SELECT 5, 'output', bar, x, 1 - output_s / whole_s, 1.0, '0x009E73' FROM placed
)
SELECT '' AS facet, 'Report F: time distribution' AS title,
       series, x, (high - low) * 100 AS y, low * 100 AS low, high * 100 AS high, colour, 7 AS point, bar
FROM piece
ORDER BY k, x;
