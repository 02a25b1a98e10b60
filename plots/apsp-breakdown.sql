-- caption: Report F: where the time goes, from reading the file to writing the matrix. Measured bars stand below the published ones. Filling is that
--   of the matrix; without it the bar has the filling in the input.
WITH phases AS (
    SELECT n + 0 AS n, 1 AS part, testcase || ', published' AS label, 0 AS few,
           json_array(input_s + 0, 0, h2d_s + 0, compute_s + 0, d2h_s + 0, output_s + 0) AS times, NULL AS id
    FROM published_apsp_breakdown
    UNION ALL
    SELECT n, 2, testcase || ', ' || machine || on_host, NOT is_result,
           json_array(input_s - coalesce(f.time_s, 0), coalesce(f.time_s, 0), coalesce(h2d_s, 0), kernel_s, coalesce(d2h_s, 0), output_s), c.id
    FROM compared c LEFT JOIN estimate f ON f.id = c.id AND f.clock = 'fill'
    WHERE experiment = 'apsp-breakdown' AND input_s IS NOT NULL AND output_s IS NOT NULL
),
bar AS (SELECT *, row_number() OVER (ORDER BY n DESC, part, label, id) AS x FROM phases),
piece AS ( -- each starts where the previous ends
    SELECT bar.*, key, 100 * value / sum(value) OVER (PARTITION BY x) AS y,
           100 * sum(value) OVER (PARTITION BY x ORDER BY key) / sum(value) OVER (PARTITION BY x) AS high
    FROM bar JOIN json_each(times)
)
SELECT '' AS facet, 'Report F: time distribution' AS title,
       json_extract('["input", "filling", "H2D", "compute", "D2H", "output"]', '$[' || key || ']') AS series,
       x, y, high - y AS low, high, 7 AS point, label, few, id,
       json_extract('["0xD55E00", "0xF0E442", "0x56B4E9", "0x0072B2", "0xE69F00", "0x009E73"]', '$[' || key || ']') AS colour
FROM piece
ORDER BY key, x;
