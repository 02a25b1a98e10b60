-- axes: logx logy
-- rounds: time
-- y: time (ms)
-- caption thread-tile: Report R: which tile of a thread is fastest, from global memory?
-- caption shared-block: And which side of the thread block, through shared memory?
-- caption: Both axes logarithmic. Solid: measured, with intervals; dashed: published means.
WITH line AS (
    SELECT experiment, variant, 'published' AS series, x, mean_ms + 0.0 AS y, NULL AS low, NULL AS high, 2 AS dash, 0 AS few, NULL AS id FROM sweep
    UNION ALL
    SELECT experiment, variant, machine || ', n ' || n, x, kernel_ms, kernel_low_s * 1e3, kernel_high_s * 1e3, 1, NOT is_result, id FROM sweep
)
SELECT experiment AS facet, 'Report R: ' || axis AS title, series, x, y, low, high, colour, point, dash, axis, few, id
FROM (SELECT *, iif(experiment = 'thread-tile', 'side of the tile of a thread', 'side of the thread block') AS axis FROM line WHERE x > 0)
JOIN look USING (variant)
ORDER BY facet DESC, dash, x;
