-- axes: logx logy
-- caption: Time over size, both axes logarithmic, with intervals: the best CPU variant on each thread count, and the best GPU
--   variant, by its kernel alone and with copies from pageable memory. The dot is where the GPU begins to win with copies, its bar
--   the interval; in the shaded part it wins.
-- empty: No workload was measured at several sizes with half of its variants at each.
WITH cpu AS ( -- thread counts measured at most sizes
    SELECT *, max(threads) OVER facet AS most_threads, max(sizes) OVER facet AS most_sizes
    FROM (SELECT *, count(*) OVER (PARTITION BY workload, type, host, threads) AS sizes FROM threaded)
    WINDOW facet AS (PARTITION BY workload, type, host)
),
gpu AS (
    SELECT c.*, g.matrices, iif(place = 1, g.kernel_low_s, g.total_low_s) AS low_s, iif(place = 1, g.kernel_high_s, g.total_high_s) AS high_s
    FROM contest c JOIN good g ON g.id = c.gpu_id
    WHERE place IN (1, 2)
),
line AS (
    SELECT workload, type, host, on_host, id, iif(threads = 1, '1 thread', threads || ' threads') AS series, n, kernel_s AS time_s, kernel_low_s AS low_s,
           kernel_high_s AS high_s, 7 AS point, 1 AS dash,
           iif(threads = most_threads, '0x08306B', iif(threads = 1, '0x4292C6', iif(threads * threads <= most_threads, '0x2171B5', '0x08519C'))) AS colour
    FROM cpu WHERE 2 * sizes > most_sizes
    UNION ALL
    SELECT workload, type, host, on_host, gpu_id, iif(place = 1, 'GPU kernel', 'GPU, copies'), n, gpu_s, low_s / matrices, high_s / matrices, 9, place,
           iif(place = 1, '0xD55E00', '0xB35806')
    FROM gpu
),
sized AS (
    SELECT *, min(n) OVER facet AS least_n, max(n) OVER facet AS most_n FROM line
    WINDOW facet AS (PARTITION BY workload, type, host)
),
crossing AS ( -- the dot on the CPU's line, between the sizes around it
    SELECT x.*, b.cpu_s * exp(ln(a.cpu_s / b.cpu_s) * ln(x.from_n / b.n) / ln(1.0 * a.n / b.n)) AS at_s
    FROM crossover x
    LEFT JOIN contest b ON b.workload = x.workload AND b.type = x.type AND b.host = x.host AND b.place = 2
        AND b.n = (SELECT max(n) FROM contest o WHERE o.workload = x.workload AND o.type = x.type AND o.host = x.host AND o.place = 2 AND o.n <= x.from_n)
    LEFT JOIN contest a ON a.workload = x.workload AND a.type = x.type AND a.host = x.host AND a.place = 2
        AND a.n = (SELECT min(n) FROM contest o WHERE o.workload = x.workload AND o.type = x.type AND o.host = x.host AND o.place = 2 AND o.n > x.from_n)
    WHERE x.place = 2
)
SELECT l.workload || '-' || l.type || l.on_host AS facet,
       l.workload || ', ' || l.type || l.on_host || coalesce((SELECT '« (GPU of ' || max(g.gpu_machine) || ')»' FROM gpu g WHERE g.workload = l.workload AND g.type = l.type AND g.host = l.host
                 AND g.gpu_origin = 'reference'), '') AS title,
       series, l.n AS x, 1e3 * time_s AS y, 1e3 * low_s AS low, 1e3 * high_s AS high, colour, point, dash, l.id,
       coalesce(iif(c.from_n = 0, l.least_n, c.from_n), 0) AS wins_from, coalesce(max(c.low_n, l.least_n), 0) AS wins_low,
       coalesce(nullif(c.high_n, 0), l.most_n) AS wins_high, coalesce(1e3 * at_s, 0) AS wins_y
FROM sized l
JOIN answer w ON w.workload = l.workload AND w.type = l.type AND w.host = l.host
LEFT JOIN crossing c ON c.workload = l.workload AND c.type = l.type AND c.host = l.host
WHERE l.least_n < l.most_n
ORDER BY w.place, facet, series, l.n, l.id;
