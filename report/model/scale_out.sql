-- A model of the time on more GPUs or processes than were measured, and how well it predicts measured points. Read after compare.sql.
-- The time of D workers is that of computing and of the data they exchange.
--
--   computing  Each of D workers computes n^2 / D cells of the result, as fast as one worker alone computes as many, a matrix of
--              n / sqrt(D). So the cost of small parts is measured, not assumed. The time of an operation is interpolated between two
--              measured sizes on logarithmic scales; there is no prediction beyond them.
--   exchange   Messages one after the other, and bytes through the busiest link. The costs of a message and of a byte come from copies
--              between as many workers, or between the most that were measured: gpu/peer, where each sends one message, and
--              cpu/ring, where each sends two. Least squares of relative errors over at least two sizes.
--   together   The sum, or, where the next panel travels during the computation (look-ahead), the longer of the two and the first panel
--              before it.
--
-- Assumed: every link equals those between these workers, for any number and position; no other traffic; enough memory; no worker waits for
-- a slower one; a broadcast doubles its reach in each step, a whole message at a time.
--
-- Left out: what does not shrink with more workers. In shortest paths that is the chain of a round (pivot block, block row, their
-- exchange), which look-ahead hides for large n; in gpu/peer_split_fp16 each GPU splits all of B. And sizes that are no multiple of a tile.
--
--   exchanges  a row per variant (report/exchanges.csv): the data exchanged, and whether with look-ahead. Other variants have no model
--   over_one   a row per point of several workers and clock: its speedup over one
--   link       a row per kind and number of workers: seconds per message and per byte
--   predicted  a row per measured point of several workers: its time by the model
--   scale_out  a row per variant, number of workers up to 1,024 and way to grow: efficiency, or none where the model ends.
--              way: memory, parts as large as the largest measured on one worker; size, the largest measured size

CREATE TABLE worked AS -- points of workers; code: the identity without n and the number of workers; site: links are alike
SELECT *, coalesce(devices, ranks) AS workers, json_array(origin, machine, host, kind) AS site,
       json_array(origin, machine, host, kind, workload, type, variant, threads, transfer, block, tile) AS code
FROM good WHERE kind IN ('gpus', 'ranks') AND matrices = 1 AND iterations = 1 AND graph IS NULL;

CREATE TABLE over_one AS -- times as fast as one worker, computing (clock kernel) and with copies (total), where they have rounds in common
SELECT w.*, coalesce(w.devices, w.ranks) AS workers, clock, value AS speedup, low, high, half
FROM good w JOIN good a ON a.work = w.work AND a.variant = w.variant AND a.kind = w.kind AND a.threads IS w.threads AND a.transfer IS w.transfer
     AND a.block IS w.block AND a.tile IS w.tile AND coalesce(a.devices, a.ranks) = 1
JOIN ratio ON above = a.id AND below = w.id
WHERE coalesce(w.devices, w.ranks) > 1 AND w.workload <> 'copy' AND w.origin = 'here' AND NOT apart;

CREATE TABLE link AS
WITH moved AS ( -- messages and bytes in a second, by each worker
    SELECT site, workers, n, (1 + (kind = 'ranks')) / kernel_s AS messages, (1 + (kind = 'ranks')) * 4.0 * n * n / workers / kernel_s AS bytes
    FROM worked WHERE workload = 'copy' AND variant IN ('gpu/peer', 'cpu/ring') AND workers > 1
),
sums AS (
    SELECT site, workers, sum(messages) AS m, sum(bytes) AS b, sum(messages * messages) AS mm, sum(messages * bytes) AS mb, sum(bytes * bytes) AS bb
    FROM moved GROUP BY site, workers HAVING count(DISTINCT n) > 1
),
solved AS (SELECT *, max((m * bb - b * mb) / (mm * bb - mb * mb), 0) AS message_s FROM sums)
SELECT site, workers, message_s, (b - mb * message_s) / bb AS byte_s FROM solved WHERE b > mb * message_s;

CREATE TABLE alone AS -- one worker: seconds of an operation, at each size
SELECT code, n, min(kernel_s) / pow(n, 3) AS step_s FROM worked WHERE workers = 1 GROUP BY code, n;

CREATE TABLE modeled AS -- measured points (id) and scenarios (way)
WITH RECURSIVE doubled (workers) AS (SELECT 1 UNION ALL SELECT 2 * workers FROM doubled WHERE workers < 1024),
side (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM side WHERE i < 32),
coded AS (
    SELECT code, site, exchange, ahead, max(n) AS most_n, max(iif(workers = 1, n, NULL)) AS alone_n
    FROM worked JOIN exchanges USING (workload, variant) GROUP BY code, site, exchange, ahead
),
scenario AS (
    SELECT c.*, NULL AS way, id, workers, 1.0 * n AS n FROM coded c JOIN worked t USING (code) WHERE workers > 1
    UNION ALL SELECT c.*, 'memory', NULL, workers, alone_n * sqrt(workers) FROM coded c, doubled
    UNION ALL SELECT c.*, 'size', NULL, workers, most_n FROM coded c, doubled
),
computed AS ( -- between the nearest sizes of one worker, with a tolerance of 1e-4
    SELECT q.*, pow(q.n, 3) / workers * l.step_s * iif(l.n = h.n, 1, pow(h.step_s / l.step_s, ln(q.n / sqrt(workers) / l.n) / ln(1.0 * h.n / l.n)))
           AS compute_s, (SELECT max(i) FROM side WHERE workers % i = 0 AND i * i <= workers) AS grid_rows -- as square as possible
    FROM scenario q
    JOIN alone l ON l.code = q.code AND l.n = (SELECT max(n) FROM alone a WHERE a.code = q.code AND a.n <= 1.0001 * q.n / sqrt(workers))
    JOIN alone h ON h.code = q.code AND h.n = (SELECT min(n) FROM alone a WHERE a.code = q.code AND a.n >= 0.9999 * q.n / sqrt(workers))
),
shaped AS (SELECT *, workers / grid_rows AS grid_columns, ceil(log2(grid_rows)) AS down, ceil(log2(workers / grid_rows)) AS along FROM computed),
counted AS ( -- panels, messages a panel, and bytes of the busiest link: rounds of 128 vertices, panels of 448 of k
    SELECT *, CASE exchange WHEN 'all' THEN workers - 1 WHEN 'panels' THEN ceil(n / 448) ELSE ceil(n / 128) END AS panels,
           CASE exchange WHEN 'panels' THEN down + along WHEN 'cross' THEN 2 * (down + along) ELSE workers > 1 END AS messages,
           4 * n * CASE exchange WHEN 'rows' THEN n * (workers - 1) WHEN 'all' THEN n * (workers - 1) / workers
                        ELSE n * (along / grid_rows + down / grid_columns) + iif(exchange = 'cross', 128 * (down + along), 0) END AS bytes
    FROM shaped
),
exchanged AS ( -- by the link between as many workers, or between the most
    SELECT *, iif(workers = 1, 0, panels * messages * message_s + bytes * byte_s) AS exchange_s
    FROM (SELECT c.*, message_s, byte_s,
                 row_number() OVER (PARTITION BY code, way, id, c.workers ORDER BY l.workers = c.workers DESC, l.workers DESC) AS choice
          FROM counted c LEFT JOIN link l USING (site))
    WHERE choice = 1
),
timed AS (SELECT *, iif(ahead, max(compute_s, exchange_s) + exchange_s / max(panels, 1), compute_s + exchange_s) AS time_s FROM exchanged)
SELECT *, iif(way = 'memory', compute_s, max(iif(workers = 1, time_s, NULL)) OVER (PARTITION BY code, way) / workers) / time_s AS efficiency
FROM timed WHERE exchange_s IS NOT NULL;

CREATE VIEW predicted AS SELECT * FROM modeled WHERE way IS NULL;
CREATE VIEW scale_out AS SELECT * FROM modeled WHERE way IS NOT NULL AND efficiency IS NOT NULL;
