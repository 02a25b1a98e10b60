-- y: share of the time (%)
-- axes: zeroy bars
-- caption: Report F: where the time goes, from reading the file to writing the matrix. Filling is that
--   of the matrix, which the published times cannot contain.
WITH timed AS (
    SELECT n, 1 AS part, 'published' AS facet, testcase AS label, clock, time + 0.0 AS time, 0 AS few, NULL AS id
    FROM published_times
    UNION ALL
    SELECT n, 2, machine || on_host, testcase, clock, time_s, NOT is_result, id
    FROM compared JOIN estimate USING (id) WHERE experiment = 'apsp-breakdown'
),
piece AS (SELECT *, dense_rank() OVER (PARTITION BY facet ORDER BY n DESC, label, id) AS x FROM timed JOIN phases USING (clock)),
share AS ( -- each piece starts where the previous ends
    SELECT *, 100 * time / sum(time) OVER bar AS y, 100 * sum(time) OVER (bar ORDER BY place) / sum(time) OVER bar AS high
    FROM piece WINDOW bar AS (PARTITION BY facet, x)
)
SELECT facet, 'Report F: ' || facet AS title, phase AS series, x, y, high - y AS low, high, colour, 7 AS point, label, few, id
FROM share
ORDER BY part, facet, place, x;
