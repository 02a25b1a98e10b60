-- caption: Report F: distribution of the time as shares of the whole, from reading the file to writing the matrix. A
--   measured bar, below the published one, names its machine; a pale bar has few rounds and no interval. Filling is that of the
--   matrix; without it the bar has the filling in the input, if it was timed.
WITH phases AS (
    SELECT p.rowid AS place, 1 AS part, testcase || ', published' AS bar, 0 AS few, input_s + 0.0 AS input_s, 0.0 AS fill_s,
           h2d_s + 0.0 AS h2d_s, compute_s + 0.0 AS kernel_s,
           d2h_s + 0.0 AS d2h_s, output_s + 0.0 AS output_s, NULL AS id
    FROM published_apsp_breakdown p
    UNION ALL
    SELECT coalesce(p.rowid, 10 - c.n / 100000.0), 2, c.testcase || ', ' || c.machine || c.on_host || iif(c.is_result, '', ' (few rounds)'), NOT c.is_result,
           c.input_s - coalesce(f.time_s, 0), coalesce(f.time_s, 0), coalesce(c.h2d_s, 0),
           c.kernel_s, coalesce(c.d2h_s, 0), c.output_s, c.id
    FROM compared c LEFT JOIN published_apsp_breakdown p ON p.testcase = c.testcase LEFT JOIN estimate f ON f.id = c.id AND f.clock = 'fill'
    WHERE c.experiment = 'apsp-breakdown' AND c.input_s IS NOT NULL AND c.output_s IS NOT NULL
),
placed AS (
    SELECT *, row_number() OVER (ORDER BY place, part, bar, input_s) AS x, input_s + fill_s + h2d_s + kernel_s + d2h_s + output_s AS whole_s
           FROM phases
),
piece AS ( -- each starts where the previous ends
    SELECT k, series, bar, few, id, x, colour, share, sum(share) OVER (PARTITION BY x ORDER BY k) AS high
    FROM (SELECT 1 AS k, 'input' AS series, bar, few, id, x, input_s / whole_s AS share, '0xD55E00' AS colour FROM placed
          UNION ALL SELECT 2, 'filling', bar, few, id, x, fill_s / whole_s, '0xF0E442' FROM placed
          UNION ALL SELECT 3, 'H2D', bar, few, id, x, h2d_s / whole_s, '0x56B4E9' FROM placed
          UNION ALL SELECT 4, 'compute', bar, few, id, x, kernel_s / whole_s, '0x0072B2' FROM placed
          UNION ALL SELECT 5, 'D2H', bar, few, id, x, d2h_s / whole_s, '0xE69F00' FROM placed
          UNION ALL SELECT 6, 'output', bar, few, id, x, output_s / whole_s, '0x009E73' FROM placed)
)
SELECT '' AS facet, 'Report F: time distribution' AS title,
       series, x, share * 100 AS y, (high - share) * 100 AS low, high * 100 AS high, colour, 7 AS point, bar AS label, few, id
FROM piece
ORDER BY k, x;
