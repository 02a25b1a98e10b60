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
--   pattern    a row per variant: the data exchanged, and whether with look-ahead. Other variants have no model
--   link       a row per kind and number of workers: seconds per message and per byte
--   predicted  a row per measured point of several workers: its time by the model
--   scale_out  a row per variant, number of workers up to 1,024 and way to grow: efficiency, or none where the model ends.
--              way: memory, parts as large as the largest measured on one worker; size, the largest measured size;
--              grid, memory with the workers in a grid
--   drawn_out  the codes with something to draw

CREATE TABLE pattern (workload, variant, exchange, ahead);
INSERT INTO pattern VALUES
    ('apsp', 'gpu/peer_copies', 'rows', 0), ('apsp', 'gpu/peer_ahead', 'rows', 1),
    ('apsp', 'gpu/graph_ahead', 'rows', 1), ('apsp', 'cpu/two_d', 'cross', 0),
    ('matmul', 'gpu/peer_copies', 'all', 0), ('matmul', 'gpu/peer_ahead', 'all', 1), ('matmul', 'gpu/peer_split_fp16', 'all', 1),
    ('matmul', 'cpu/summa', 'panels', 0), ('matmul', 'cpu/summa_ahead', 'panels', 1);

CREATE TABLE worked AS -- points of workers; code: the identity without n and the number of workers
SELECT *, coalesce(devices, ranks) AS workers, json_array(origin, machine, host, kind, workload, type, variant, threads, transfer, block, tile) AS code
FROM good WHERE kind IN ('gpus', 'ranks') AND matrices = 1 AND iterations = 1 AND edges IS NULL;

CREATE TABLE link AS
WITH moved AS ( -- messages and bytes in a second, by each worker
    SELECT origin, machine, host, kind, workers, n, (1 + (kind = 'ranks')) / kernel_s AS messages,
           (1 + (kind = 'ranks')) * 4.0 * n * n / workers / kernel_s AS bytes
    FROM worked WHERE workload = 'copy' AND variant IN ('gpu/peer', 'cpu/ring') AND workers > 1
),
sums AS (
    SELECT origin, machine, host, kind, workers, sum(messages) AS m, sum(bytes) AS b, sum(messages * messages) AS mm, sum(messages * bytes) AS mb,
           sum(bytes * bytes) AS bb
    FROM moved GROUP BY origin, machine, host, kind, workers HAVING count(DISTINCT n) > 1
),
solved AS (
    SELECT *, (m * bb - b * mb) / (mm * bb - mb * mb) AS message_s FROM sums
)
SELECT origin, machine, host, kind, workers, max(message_s, 0) AS message_s,
       iif(message_s > 0, (b - mb * message_s) / bb, b / bb) AS byte_s
FROM solved;
DELETE FROM link WHERE byte_s <= 0;

CREATE TABLE alone AS -- one worker: seconds of an operation, at each size
SELECT code, n, min(kernel_s) / pow(n, 3) AS step_s FROM worked WHERE workers = 1 AND workload IN (SELECT workload FROM pattern) GROUP BY code, n;

CREATE TABLE scenario AS -- inputs of the model: code, number of workers, n, exchange
WITH RECURSIVE doubled (workers) AS (SELECT 1 UNION ALL SELECT 2 * workers FROM doubled WHERE workers < 1024),
coded AS (
    SELECT t.code, t.origin, t.machine, t.host, t.kind, t.workload, t.type, t.variant, p.exchange, p.ahead, max(t.n) AS most_n,
           (SELECT max(n) FROM alone a WHERE a.code = t.code) AS alone_n
    FROM worked t JOIN pattern p USING (workload, variant) GROUP BY t.code
)
SELECT c.*, NULL AS way, t.id, t.workers, 1.0 * t.n AS n FROM coded c JOIN worked t USING (code) WHERE t.workers > 1
UNION ALL
SELECT c.*, 'memory', NULL, d.workers, alone_n * sqrt(d.workers) FROM coded c, doubled d
UNION ALL
SELECT c.*, 'size', NULL, d.workers, most_n FROM coded c, doubled d;
INSERT INTO scenario
SELECT code, origin, machine, host, kind, workload, type, variant, iif(exchange = 'rows', 'cross', 'panels'), ahead, most_n, alone_n, 'grid', id, workers, n
FROM scenario WHERE way = 'memory' AND exchange IN ('rows', 'all');

CREATE TABLE predicted AS
WITH RECURSIVE side (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM side WHERE i < 32),
computed AS ( -- between the nearest sizes of one worker, with a tolerance of 1e-4
    SELECT q.*, pow(q.n, 3) / q.workers * l.step_s * iif(l.n = h.n, 1, pow(h.step_s / l.step_s, ln(q.n / sqrt(q.workers) / l.n) / ln(1.0 * h.n / l.n))) AS compute_s,
           (SELECT max(i) FROM side WHERE q.workers % i = 0 AND i * i <= q.workers) AS grid_rows
    FROM scenario q
    JOIN alone l ON l.code = q.code AND l.n = (SELECT max(n) FROM alone a WHERE a.code = q.code AND a.n <= 1.0001 * q.n / sqrt(q.workers))
    JOIN alone h ON h.code = q.code AND h.n = (SELECT min(n) FROM alone a WHERE a.code = q.code AND a.n >= 0.9999 * q.n / sqrt(q.workers))
),
shaped AS (
    SELECT *, workers / grid_rows AS grid_columns, ceil(log2(grid_rows)) AS down, ceil(log2(workers / grid_rows)) AS along FROM computed
),
counted AS ( -- panels, messages and bytes of the busiest link: rounds of 128 vertices, panels of 448 of k
    SELECT *, CASE exchange WHEN 'all' THEN workers - 1 WHEN 'panels' THEN ceil(n / 448) ELSE ceil(n / 128) END AS panels,
           CASE exchange WHEN 'rows' THEN ceil(n / 128) * (workers > 1) WHEN 'all' THEN workers - 1 WHEN 'panels' THEN ceil(n / 448) * (down + along)
                WHEN 'cross' THEN ceil(n / 128) * 2 * (down + along) END AS messages,
           CASE exchange WHEN 'rows' THEN 4 * n * n * (workers - 1) WHEN 'all' THEN 4 * n * n * (workers - 1) / workers
                WHEN 'panels' THEN 4 * n * n * (along / grid_rows + down / grid_columns)
                WHEN 'cross' THEN 4 * n * (n * (along / grid_rows + down / grid_columns) + 128 * (down + along)) END AS bytes
    FROM shaped
),
exchanged AS (
    SELECT c.*, c.messages * coalesce(l.message_s, 0) + c.bytes * coalesce(l.byte_s, 0) AS exchange_s
    FROM counted c
    LEFT JOIN link l ON l.origin = c.origin AND l.machine = c.machine AND l.host = c.host AND l.kind = c.kind
        AND l.workers = (SELECT coalesce(max(iif(o.workers = c.workers, o.workers, NULL)), max(o.workers)) FROM link o
                         WHERE o.origin = c.origin AND o.machine = c.machine AND o.host = c.host AND o.kind = c.kind)
    WHERE c.workers = 1 OR l.workers IS NOT NULL
)
SELECT *, iif(ahead, max(compute_s, exchange_s) + exchange_s / max(panels, 1), compute_s + exchange_s) AS time_s FROM exchanged;

CREATE TABLE scale_out AS
SELECT f.code, f.origin, f.machine, f.host, f.kind, f.workload, f.type, f.variant, f.way, f.workers, f.n, f.time_s, f.exchange_s,
       iif(f.way = 'size', one.time_s / f.workers, f.compute_s) / f.time_s AS efficiency
FROM predicted f
LEFT JOIN predicted one ON one.code = f.code AND one.way = f.way AND one.workers = 1
WHERE f.way IS NOT NULL AND (f.way <> 'size' OR one.code IS NOT NULL);
DELETE FROM predicted WHERE id IS NULL;

CREATE TABLE drawn_out AS -- a row per predicted code; place 1: the fastest of its workload and kind on the most workers
SELECT *, row_number() OVER (PARTITION BY origin, machine, host, workload, type, kind ORDER BY workers DESC, n DESC, kernel_s, id) AS place
FROM (SELECT code, origin, machine, host, on_host, kind, workload, type, variant, workers, n, max(n) OVER (PARTITION BY code) AS most_n, kernel_s, id,
             row_number() OVER (PARTITION BY code ORDER BY workers DESC, n DESC, kernel_s, id) AS best
      FROM worked WHERE id IN (SELECT id FROM predicted))
WHERE best = 1;
