-- axes: logx logy
-- x: n (matrices are n × n)
-- y: time (ms)
-- rounds: time
-- caption: How time grows with the size, and where the GPU wins: the best CPU variant on one thread, on all, and on a count between (at sizes
--   where the leading variants were measured), and the best GPU variant, by its kernel alone and with copies from pageable memory.
-- caption gpu: The dot is where the GPU begins to win with copies, its bar the interval; in the shaded part it wins.
WITH curve AS ( -- choice 1: of the counts between one thread and all the nearest to their geometric mean
    SELECT *, threads IN (1, most) AS is_end, dense_rank() OVER (PARTITION BY workload, type, host, threads IN (1, most)
                                                                 ORDER BY abs(2 * ln(threads) - ln(most)), threads) AS choice
    FROM threaded WHERE sizes > iif(threads IN (1, most), 1, 2) -- as few as of the GPU
),
line AS (
    SELECT workload, type, host, on_host, id, processor AS series, threads, n, kernel_s AS y, kernel_low_s AS low, kernel_high_s AS high,
           CASE threads WHEN most THEN '0x08306B' WHEN 1 THEN '0x4292C6' ELSE '0x2171B5' END AS colour, 7 AS point, iif(threads < most, 2, 1) AS dash,
           'kernel' AS clock
    FROM curve WHERE is_end OR choice = 1
    UNION ALL
    SELECT c.workload, c.type, c.host, c.on_host, gpu_id, iif(place = 1, 'GPU kernel', 'pageable copies'), NULL, c.n, gpu_s,
           iif(place = 1, kernel_low_s, total_low_s), iif(place = 1, kernel_high_s, total_high_s), iif(place = 1, '0xD55E00', '0xB35806'), 9,
           place, clock
    FROM contest c JOIN good ON good.id = gpu_id WHERE place < 3 AND race IN (SELECT race FROM crossover WHERE sizes > 1)
)
SELECT l.workload || '-' || l.type || l.on_host AS facet, coalesce(title, l.workload) || ', ' || l.type || l.on_host AS title, series, l.n AS x,
       1e3 * y AS y, 1e3 * l.low AS low, 1e3 * l.high AS high, colour, point, dash, l.id, l.clock,
       iif(from_n = 0, min(l.n) OVER sizes, from_n) AS wins_from,
       max(low_n, min(l.n) OVER sizes) AS wins_low, coalesce(nullif(high_n, 0), max(l.n) OVER sizes) AS wins_high, 1e3 * from_s AS wins_y,
       iif(from_n >= 0, max(l.n) OVER sizes, NULL) AS wins_to
FROM line l LEFT JOIN titles t ON t.workload = l.workload
LEFT JOIN crossover c ON c.race = json_array(l.workload, l.type, l.host, 2)
WHERE l.type = coalesce((SELECT type FROM answer a WHERE a.workload = l.workload AND a.host = l.host), l.type)
WINDOW sizes AS (PARTITION BY l.workload, l.type, l.host)
ORDER BY coalesce(t.place, 4), facet, point, threads, series, l.n, l.id;
