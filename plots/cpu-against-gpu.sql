-- axes: logx logy
-- caption: The best CPU variant on one thread and on any number, and the best GPU variant, by its kernel alone and with copies: time over size, both axes logarithmic, with intervals. Where the lines of CPU and GPU cross the GPU begins to win. GPU times are per matrix.
WITH cpu AS (
    SELECT DISTINCT workload, type, n, host, on_host, cpu_id AS id, 'CPU, best' AS series, '0x0072B2' AS colour, 7 AS point, 1 AS dash FROM contest
),
one AS ( -- one thread, any variant
    SELECT workload, type, n, host, on_host, id, 'CPU, one thread' AS series, '0x56B4E9' AS colour, 5 AS point, 2 AS dash
    FROM (SELECT c.workload, c.type, c.n, c.host, c.on_host, g.id, row_number() OVER (PARTITION BY c.cpu_id ORDER BY g.kernel_s, g.id) AS place
          FROM (SELECT DISTINCT workload, type, n, host, on_host, cpu_id FROM contest) c
          JOIN good b ON b.id = c.cpu_id
          JOIN good g ON g.work = b.work AND g.kind = 'cpu' AND g.threads = 1 AND g.is_result AND b.threads > 1)
    WHERE place = 1
),
gpu AS (
    SELECT workload, type, n, host, on_host, gpu_id AS id, 'GPU, ' || way AS series,
           CASE place WHEN 1 THEN '0xD55E00' WHEN 2 THEN '0xE69F00' WHEN 3 THEN '0x882255' ELSE '0xCC79A7' END AS colour,
           CASE place WHEN 1 THEN 9 WHEN 2 THEN 11 WHEN 3 THEN 13 ELSE 15 END AS point, iif(place = 1, 1, 2) AS dash
    FROM contest
),
line AS (
    SELECT c.*, kernel_s AS time_s, kernel_low_s AS low_s, kernel_high_s AS high_s FROM (SELECT * FROM cpu UNION ALL SELECT * FROM one) c JOIN good g USING (id)
    UNION ALL
    SELECT c.*, iif(dash = 1, kernel_s, total_s) / matrices, iif(dash = 1, kernel_low_s, total_low_s) / matrices,
           iif(dash = 1, kernel_high_s, total_high_s) / matrices
    FROM gpu c JOIN good g USING (id)
)
SELECT workload || '-' || type || on_host AS facet,
       workload || ', ' || type || on_host || coalesce((SELECT '« (GPU of ' || max(gpu_machine) || ')»' FROM contest x WHERE x.workload = l.workload AND x.gpu_origin = 'reference'), '') AS title,
       series, n AS x, 1e3 * time_s AS y, 1e3 * low_s AS low, 1e3 * high_s AS high, colour, point, dash, id
FROM line l
ORDER BY facet, series, n;
