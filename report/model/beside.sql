-- Two machines side by side (report/build.sh --beside). Read last. Of one machine these are empty.
--
--   sides         a row per machine: its place, and its look in every figure
--   twins         the same point of both, CPU beside CPU on as many threads, GPU beside GPU: the time there over the time here
--   beside_size   a row per machine and size: the variant that both measured at several sizes and that is the fastest on the slower of them, on
--                 the most threads of each
--   beside_threads  a row per machine and number of threads: of such a variant, at the size that stands for others
--   example       a point of this machine that the other could measure

CREATE TABLE sides AS
SELECT machine AS host, place, iif(place = 1, '0x0072B2', '0xD55E00') AS colour, iif(place = 1, 7, 9) AS point, place AS dash
FROM (SELECT DISTINCT machine, 1 + (folder = 'there') AS place FROM summary WHERE EXISTS (SELECT 1 FROM summary WHERE folder = 'there'));

CREATE TABLE twins AS
SELECT h.id AS here_id, t.id AS there_id, k.value, k.low, k.high, k.half, e.value AS total, e.half AS total_half
FROM good t JOIN ratio k ON k.above = t.id AND k.clock = 'kernel' JOIN good h ON h.id = k.below
LEFT JOIN ratio e ON e.above = t.id AND e.below = h.id AND e.clock = 'total' AND h.kind = 'gpu'
WHERE t.folder = 'there' AND h.folder = 'here';

CREATE TABLE beside_size AS
WITH widest AS (
    SELECT p.*, place, max(threads) OVER (PARTITION BY p.host, workload, type, kind, variant) AS most
    FROM plain p JOIN sides USING (host) WHERE kind IN ('cpu', 'gpu') AND matrices = 1
),
fastest AS (
    SELECT *, row_number() OVER (PARTITION BY host, workload, type, kind, variant, n ORDER BY kernel_s, id) AS choice FROM widest WHERE threads IS most
),
common AS (
    SELECT *, row_number() OVER (PARTITION BY workload, type, kind ORDER BY min(best) DESC, variant) AS choice
    FROM (SELECT host, workload, type, kind, variant, max(rate) AS best FROM fastest WHERE choice = 1 GROUP BY 1, 2, 3, 4, 5 HAVING count(*) > 1)
    GROUP BY workload, type, kind, variant HAVING count(*) = 2
)
SELECT f.* FROM fastest f JOIN common c USING (workload, type, kind, variant) WHERE f.choice = 1 AND c.choice = 1;

CREATE TABLE beside_threads AS
WITH reach AS (
    SELECT b.*, place, row_number() OVER (PARTITION BY work, variant, threads ORDER BY kernel_s, id) AS choice,
           standing_n(max(iif(n % 64 > 0, n, NULL)) OVER sizes, max(n) OVER sizes) AS standing
    FROM beside b JOIN sides USING (host) WHERE kind = 'cpu' AND over_own IS NOT NULL AND NOT own_apart AND id IN (SELECT id FROM plain)
    WINDOW sizes AS (PARTITION BY workload, type)
),
common AS (
    SELECT *, max(n) OVER sizes AS largest_n, max(iif(n % 64 > 0, n, NULL)) OVER sizes AS odd_n
    FROM (SELECT workload, type, n, variant, min(best) AS least
          FROM (SELECT host, workload, type, n, variant, max(rate) AS best FROM reach WHERE choice = 1 AND 8 * n >= standing GROUP BY 1, 2, 3, 4, 5 HAVING count(*) > 1)
          GROUP BY workload, type, n, variant HAVING count(*) = 2)
    WINDOW sizes AS (PARTITION BY workload, type)
),
chosen AS (SELECT *, row_number() OVER (PARTITION BY workload, type ORDER BY least DESC, variant) AS choice FROM common WHERE n = standing_n(odd_n, largest_n))
SELECT r.* FROM reach r JOIN chosen c USING (workload, type, n, variant) WHERE r.choice = 1 AND c.choice = 1;

CREATE VIEW example AS
SELECT workload, variant, type, n FROM good
WHERE folder = 'here' AND kind IN ('cpu', 'gpu') AND is_result AND workload <> 'command'
ORDER BY kind, workload NOT IN (SELECT workload FROM good WHERE folder = 'there'), n DESC, kernel_s, id LIMIT 1;
