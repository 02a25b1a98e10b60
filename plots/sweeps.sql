-- axes: logx logy
-- caption thread-tile: Report R: time over the side of the tile that a thread computes, from global memory.
-- caption shared-block: Report R: time over the side of the thread block, through shared memory.
-- caption: Both axes logarithmic. Solid: measured, with intervals; dashed: published means.
WITH line AS (
    SELECT experiment, 'published' AS series, x, mean_ms + 0.0 AS y, NULL AS low, NULL AS high, 2 AS dash, 0 AS few, NULL AS id FROM sweep
    UNION ALL
    SELECT experiment, machine || ', n ' || n, x, kernel_ms, kernel_low_s * 1e3, kernel_high_s * 1e3, 1, NOT is_result, id FROM sweep
           WHERE kernel_ms IS NOT NULL
)
SELECT experiment AS facet, iif(experiment = 'thread-tile', 'Report R: side of the patch a thread computes',
       'Report R: side of the thread block') AS title,
       series, x, y, low, high, colour, point, dash, iif(experiment = 'thread-tile', 'side of the patch a thread computes',
       'side of the thread block') AS axis, few, id
FROM line
JOIN look ON look.variant = iif(experiment = 'thread-tile', 'gpu/thread_tile', 'gpu/shared')
ORDER BY facet, dash, x, y;
