-- y: share of the time (%)
-- axes: zeroy
-- caption: Report F: where the time goes, from reading the file to writing the matrix. Measured bars stand below the published ones. Filling is that
--   of the matrix, which the published times cannot contain.
WITH timed AS (
    SELECT n + 0 AS n, 1 AS part, testcase || ', published' AS label, clock, time + 0.0 AS time, 0 AS few, NULL AS id
    FROM published_times
    UNION ALL
    SELECT n, 2, testcase || ', ' || machine || on_host, clock, time_s, NOT is_result, id
    FROM compared JOIN estimate USING (id) WHERE experiment = 'apsp-breakdown'
),
piece AS (SELECT *, dense_rank() OVER (ORDER BY n DESC, part, label, id) AS x FROM timed JOIN phases USING (clock)),
share AS ( -- each piece starts where the previous ends
    SELECT *, 100 * time / sum(time) OVER bar AS y, 100 * sum(time) OVER (bar ORDER BY place) / sum(time) OVER bar AS high
    FROM piece WINDOW bar AS (PARTITION BY x)
)
SELECT '' AS facet, 'Report F: time distribution' AS title, phase AS series, x, y, high - y AS low, high, colour, 7 AS point, label, few, id
FROM share
ORDER BY place, x;
