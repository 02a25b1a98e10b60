-- title: Report F: the blocking factor against throughputs and integer instructions of phase 3, and the rate of the whole closure.
-- baseline: none; the ratio is measured over published, its interval that of the measured side.
-- note: The report's GOPS are integer instructions a second in units of 2³⁰, of phase 3 alone, several a relaxation; they stand
--   beside the same counter here. Counters are of single launches, one a run, and empty where the profiler may not read them. The rate
--   of the whole closure, in relaxations, has no published counterpart.
WITH wide AS (
    SELECT line, block, max(runs) AS runs, max(mark) AS mark,
           max(iif(metric = 'gld_gbs', published, NULL)) AS p1, max(iif(metric = 'gld_gbs', value, NULL)) AS v1,
           max(iif(metric = 'gld_gbs', half, NULL)) AS h1,
           max(iif(metric = 'gst_gbs', published, NULL)) AS p2, max(iif(metric = 'gst_gbs', value, NULL)) AS v2,
           max(iif(metric = 'gst_gbs', half, NULL)) AS h2,
           max(iif(metric = 'shared_load_gbs', published, NULL)) AS p3, max(iif(metric = 'shared_load_gbs', value, NULL)) AS v3,
           max(iif(metric = 'shared_load_gbs', half, NULL)) AS h3,
           max(iif(metric = 'shared_store_gbs', published, NULL)) AS p4, max(iif(metric = 'shared_store_gbs', value, NULL)) AS v4,
           max(iif(metric = 'shared_store_gbs', half, NULL)) AS h4,
           max(iif(metric = 'integer_gops', published, NULL)) AS p5, max(iif(metric = 'integer_gops', value, NULL)) AS v5,
           max(iif(metric = 'integer_gops', half, NULL)) AS h5
    FROM blocking GROUP BY line, block
)
SELECT w.block AS "blocking factor", '=' || p1 AS "global load (GB/s): published", v1 || mark AS "global load (GB/s): measured", h1 AS "±",
       v1 / p1 AS "global load (GB/s): ratio", h1 / p1 AS "±",
       '=' || p2 AS "global store (GB/s): published", v2 || mark AS "global store (GB/s): measured", h2 AS "±",
       v2 / p2 AS "global store (GB/s): ratio", h2 / p2 AS "±",
       '=' || p3 AS "shared load (GB/s): published", v3 || mark AS "shared load (GB/s): measured", h3 AS "±",
       v3 / p3 AS "shared load (GB/s): ratio", h3 / p3 AS "±",
       '=' || p4 AS "shared store (GB/s): published", v4 || mark AS "shared store (GB/s): measured", h4 AS "±",
       v4 / p4 AS "shared store (GB/s): ratio", h4 / p4 AS "±",
       '=' || p5 AS "GOPS: published", v5 || mark AS "GOPS: measured", h5 AS "±", v5 / p5 AS "GOPS: ratio", h5 / p5 AS "±", runs,
       m.variant, m.n, m.rate || m.marks AS "whole closure (Grelax/s)", m.rate_half AS "±"
FROM wide w
LEFT JOIN measured m ON m.experiment = 'apsp-blocking-factor' AND m.block = w.block
ORDER BY w.block, m.variant, m.id;
