-- What comes next, and how well that was foretold before. Read after answer.sql.
--
-- A curve over sizes goes on by the workload's cost model: the next size does as many operations or bytes a second as the last. A curve
-- over threads goes on by its law (curves; prefixes has the laws of its first five, six, ... numbers of threads). Each next point that
-- was measured, of curves of four sizes or six numbers of threads on, tells how far that is off; a size that takes less than 20 us,
-- some launches of a kernel, foretells nothing. The interval is the one that holds 95 % of the other curves' errors of the same kind:
-- of this machine, where there are 39, the fewest that have one, else of the reference.
--
--   missed    a row a next point that was measured: the logarithm of measured over foretold time (error), and what the interval was
--             (reach), from all curves but its own
--   foretold  a row a curve of the first page: what its next size or number of threads would take

CREATE TABLE sized AS -- curves over sizes
WITH curved AS (
    SELECT *, json_array(origin, host, workload, type, shape, threads, matrices, transfer) AS curve FROM plain WHERE is_result
)
SELECT curve, origin, upper(kind) || ', sizes' AS kind, id, n, lag(n) OVER sizes AS last_n, kernel_s, amount, row_number() OVER sizes AS place,
       lag(kernel_s) OVER sizes AS last_s, lag(amount) OVER sizes AS last_amount
FROM (SELECT *, row_number() OVER (PARTITION BY curve, n ORDER BY id) AS copy FROM curved)
WHERE copy = 1
WINDOW sizes AS (PARTITION BY curve ORDER BY n);

CREATE TABLE prefixes AS -- one that ends before others do has the same law in all that are longer
WITH both AS (SELECT 'here' AS origin, * FROM prefixes_here UNION ALL SELECT 'reference', * FROM prefixes_reference)
SELECT DISTINCT f.origin, f.work, f.shape, f.kernel_s AS one_s, cast(fitted_threads AS integer) AS threads,
       iif(law = 'usl', usl_serial, amdahl_serial) + 0.0 AS serial, iif(law = 'usl', usl_coherency, 0) + 0.0 AS coherency
FROM both c
JOIN plain f ON f.origin = c.origin AND f.summary_line = cast(c.first_line AS integer)
WHERE c.scaling = 'strong' AND law <> '' AND f.threads = 1;

CREATE TABLE step AS
SELECT curve, origin, kind, id, ln(kernel_s / last_s * last_amount / amount) AS error FROM sized WHERE place >= 4 AND last_s >= 20e-6
UNION ALL
SELECT json_array(p.origin, p.work, p.shape), p.origin, 'threads', t.id,
       ln(t.kernel_s / p.one_s * t.threads / (1 + serial * (t.threads - 1) + coherency * t.threads * (t.threads - 1)))
FROM prefixes p
JOIN plain t ON t.work = p.work AND t.shape = p.shape AND t.is_result
    AND t.threads = (SELECT min(o.threads) FROM plain o WHERE o.work = p.work AND o.shape = p.shape AND o.threads > p.threads);

CREATE TABLE reach AS -- of all curves of the kind but one; where curve is NULL, of all, for what is not known yet
WITH ranked AS (
    SELECT c.curve, c.origin, c.kind, abs(s.error) AS error, row_number() OVER errors AS place, count(*) OVER (PARTITION BY c.curve, c.origin, c.kind) AS errors
    FROM (SELECT DISTINCT curve, origin, kind FROM step UNION ALL SELECT DISTINCT NULL, origin, kind FROM step) c
    JOIN step s ON s.origin = c.origin AND s.kind = c.kind AND s.curve IS NOT c.curve
    WINDOW errors AS (PARTITION BY c.curve, c.origin, c.kind ORDER BY abs(s.error), s.id)
)
SELECT curve, origin, kind, error AS reach FROM ranked WHERE errors >= 39 AND place = (19 * (errors + 1) + 19) / 20;

CREATE TABLE missed AS
SELECT s.*, r.reach FROM step s LEFT JOIN reach r USING (curve, origin, kind);

CREATE TABLE foretold AS
WITH next AS ( -- twice the largest size of the first page's variant on all threads, and of the GPU's; twice the most threads
    SELECT a.workload, a.type, a.host, s.kind, s.id, 2 * s.n AS n, NULL AS threads,
           s.kernel_s * pow(2, ln(s.amount / s.last_amount) / ln(1.0 * s.n / s.last_n)) AS time_s
    FROM answer a
    JOIN plain b ON b.id IN (a.all_id, (SELECT gpu_id FROM contest c WHERE c.workload = a.workload AND c.type = a.type AND c.host = a.host AND c.n = a.against_n AND c.place = 1))
    JOIN sized s ON s.curve = (SELECT curve FROM sized o WHERE o.id = b.id)
    WHERE s.n = (SELECT max(n) FROM sized m WHERE m.curve = s.curve) AND s.place >= 3 AND s.kernel_s >= 20e-6
    UNION ALL
    SELECT a.workload, a.type, a.host, 'threads', o.id, o.n, 2 * o.threads,
           p.one_s * (1 + serial * (2 * o.threads - 1) + coherency * 2 * o.threads * (2 * o.threads - 1)) / (2 * o.threads)
    FROM answer a
    JOIN plain o ON o.id = a.all_id
    JOIN prefixes p ON p.work = o.work AND p.shape = o.shape AND p.threads = o.threads
)
SELECT n.*, r.reach, time_s * exp(-r.reach) AS low_s, time_s * exp(r.reach) AS high_s, r.origin AS reach_origin
FROM next n
JOIN reach r ON r.curve IS NULL AND r.kind = n.kind
    AND r.origin = iif(EXISTS (SELECT 1 FROM reach o WHERE o.curve IS NULL AND o.kind = n.kind AND o.origin = 'here'), 'here', 'reference');
