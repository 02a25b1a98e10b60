-- Estimates, ratios and means from `speedup summarize`, joined to the points. Read after load.sql.

CREATE TABLE estimate AS
SELECT p.id, clock, value AS time_s, low AS low_s, high AS high_s, (high - low) / 2 AS half_s
FROM estimates e JOIN good p ON p.folder = e.origin AND p.line = e.summary_line;

-- above and below have no type, as good.id has none: otherwise its index cannot be used. A point over itself is exactly 1. apart: no round
-- of one run measured both.
CREATE TABLE ratio AS
SELECT above + 0 AS above, below + 0 AS below, clock, iif(above = below, 1, value) AS value, low, high,
       iif(above = below, NULL, (high - low) / 2) AS half, apart
FROM (SELECT above, below, 'kernel' AS clock, kernel_ratio AS value, kernel_low AS low, kernel_high AS high, common_rounds = 0 AS apart FROM ratios
      UNION ALL SELECT above, below, 'total', total_ratio, total_low, total_high, common_rounds = 0 FROM ratios);
CREATE UNIQUE INDEX ratio_pair ON ratio (above, below, clock);

-- Baselines are on one thread: the same variant and settings, cpu/naive, cpu/unoptimized, and the fastest of all; with an interval if one has
-- it. Of one code measured with several bindings it is the default one: the fastest would be the luckiest.

CREATE TABLE single AS
SELECT *, row_number() OVER (PARTITION BY work, variant ORDER BY bind IS NOT 'close', NOT is_result, kernel_s, id) AS place_of_variant,
       iif(is_result, row_number() OVER (PARTITION BY work ORDER BY kernel_s, id), NULL) AS place_of_all
FROM good WHERE kind = 'cpu' AND threads = 1;
CREATE INDEX single_work ON single (work, variant);

CREATE TABLE beside AS
WITH own AS ( -- one thread of the same binding, or of the default one
    SELECT p.id, s.id AS own_id, row_number() OVER (PARTITION BY p.id ORDER BY s.bind IS NOT p.bind, s.places IS NOT p.places,
           s.bind IS NOT 'close', NOT s.is_result, s.kernel_s, s.id) AS choice
    FROM good p JOIN single s ON s.work = p.work AND s.variant = p.variant AND s.block IS p.block AND s.tile IS p.tile AND s.schedule IS p.schedule
)
SELECT p.*, own_id, v.id AS naive_id, best_id, s.variant AS single_variant, best_variant, best_threads, best_phrase,
       ro.value AS over_own, ro.low AS over_own_low, ro.high AS over_own_high, ro.half AS over_own_half, ro.apart AS own_apart,
       ro.value / p.threads AS efficiency, ro.half / p.threads AS efficiency_half,
       rv.value AS over_naive, rv.low AS over_naive_low, rv.high AS over_naive_high, rv.half AS over_naive_half, rv.apart AS naive_apart,
       tv.value AS total_over_naive, tv.half AS total_over_naive_half,
       ru.value AS over_unoptimized, ru.half AS over_unoptimized_half, ru.apart AS unoptimized_apart,
       rs.value AS over_single, rs.half AS over_single_half, rs.apart AS single_apart, rb.value AS over_best, rb.half AS over_best_half, rb.apart AS best_apart
FROM good p
LEFT JOIN own ON own.id = p.id AND choice = 1
LEFT JOIN single v ON v.work = p.work AND v.variant = 'cpu/naive' AND v.place_of_variant = 1
LEFT JOIN single u ON u.work = p.work AND u.variant = 'cpu/unoptimized' AND u.place_of_variant = 1
LEFT JOIN single s ON s.work = p.work AND s.place_of_all = 1
LEFT JOIN best ON best.work = p.work
LEFT JOIN ratio ro ON ro.above = own_id AND ro.below = p.id AND ro.clock = 'kernel' AND p.threads IS NOT NULL
LEFT JOIN ratio rv ON rv.above = v.id AND rv.below = p.id AND rv.clock = 'kernel'
LEFT JOIN ratio tv ON tv.above = v.id AND tv.below = p.id AND tv.clock = 'total'
LEFT JOIN ratio ru ON ru.above = u.id AND ru.below = p.id AND ru.clock = 'kernel'
LEFT JOIN ratio rs ON rs.above = s.id AND rs.below = p.id AND rs.clock = 'kernel'
LEFT JOIN ratio rb ON rb.above = best_id AND rb.below = p.id AND rb.clock = 'kernel';
CREATE INDEX beside_id ON beside (id);

CREATE VIEW compared AS
SELECT m.experiment, b.*
FROM members m JOIN beside b USING (id)
WHERE b.origin = 'here' OR m.experiment IN (SELECT experiment FROM borrowed);

-- The thread sweep of this machine. chosen_n: the size that stands for the others, the largest; no multiple of 64 if one is within a factor of
-- four.
CREATE TABLE scaling AS
SELECT *, max(threads) OVER (PARTITION BY work, variant) AS most_threads,
       standing_n(max(iif(n % 64 > 0, n, NULL)) OVER sizes, max(n) OVER sizes) AS chosen_n
FROM compared WHERE experiment = 'thread-scaling' AND kind = 'cpu' AND origin = 'here'
WINDOW sizes AS (PARTITION BY workload, type, host);

-- The most threads with an efficiency of 70 % or more, of at least four counts with intervals; undecided if an interval holds 70 %.
CREATE TABLE advice AS
SELECT work, setting, iif(sure = possible, sure, sure || ' to ' || possible) AS cell,
       iif(sure = possible, sure, 'undecided between ' || sure || ' and ' || possible) AS recommended
FROM (SELECT work, setting, max(iif(coalesce(over_own_low, threads = 1) >= 0.7 * threads, threads, 1)) AS sure,
             max(iif(coalesce(over_own_high, threads = 1) >= 0.7 * threads, threads, 1)) AS possible
      FROM beside WHERE kind = 'cpu' AND (over_own_half IS NOT NULL OR over_own = 1 AND threads = 1) AND NOT own_apart
      GROUP BY work, setting HAVING count(DISTINCT threads) >= 4);

CREATE TABLE curves AS -- first_id: the point on the fewest threads, last_id: on the most that each have a core
SELECT f.id AS first_id, l.id AS last_id, f.origin, f.machine, f.on_host, f.workload, f.type, f.n, f.variant, f.schedule, f.block, f.tile, scaling,
       fitted_counts AS counts, fitted_threads AS most_threads, l.n AS most_n, law, iif(law = 'usl', usl_serial, amdahl_serial) AS serial,
       iif(law = 'usl', usl_serial_low, amdahl_serial_low) AS serial_low, iif(law = 'usl', usl_serial_high, amdahl_serial_high) AS serial_high,
       iif(law = 'usl', usl_coherency, NULL) AS coherency, usl_coherency_low AS coherency_low, usl_coherency_high AS coherency_high,
       peak_threads, iif(amdahl_serial_low IS NULL, NULL, half_efficiency_threads) AS half_efficiency_threads,
       karp_flatt, karp_flatt_low, karp_flatt_high, gustafson_serial AS gustafson, gustafson_serial_low AS gustafson_low, gustafson_serial_high AS gustafson_high,
       weak_efficiency, (weak_efficiency_high - weak_efficiency_low) / 2 AS weak_efficiency_half,
       cell AS recommended
FROM laws c
JOIN points f ON f.folder = c.origin AND f.line = c.first_line
JOIN points l ON l.folder = c.origin AND l.line = c.last_line
LEFT JOIN good g ON g.id = f.id AND scaling = 'strong'
LEFT JOIN advice a ON a.work = g.work AND a.setting = g.setting;

-- ---- look: color and point shape of a variant, the same in every figure ----
-- plots/palette.csv lists them; other variants get a color by a hash of their names.

CREATE TABLE look AS
SELECT variant, coalesce(colour, substr('0x0072B20xD55E000x009E730xCC79A70xE69F000x56B4E90x882255', 1 + 8 * (hash % 7), 8)) AS colour,
       coalesce(point, 11) AS point
FROM (SELECT variant, unicode(substr(variant, 5)) * 3 + unicode(substr(variant, -1)) * 5 + length(variant) AS hash
      FROM (SELECT variant FROM points UNION SELECT variant FROM palette)) LEFT JOIN palette USING (variant);
