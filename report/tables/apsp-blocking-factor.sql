-- title: Report F: the blocking factor against throughputs of phase 3 and integer operations, GB/s and GOPS.
-- baseline: none; the ratio is measured over published.
-- note: GOPS counts an addition and a comparison a relaxation, in units of 2³⁰ (as the report does), over the whole closure. The
--   throughputs are hardware counters of phase 3; they are empty where the profiler may not read them.
WITH counted AS ( -- 'rest' is the kernel of phase 3
    SELECT variant, block, max(iif(metric = 'gld_gbs', value, NULL)) AS gld, max(iif(metric = 'gst_gbs', value,
           NULL)) AS gst,
           max(iif(metric = 'shared_load_gbs', value, NULL)) AS sld, max(iif(metric = 'shared_store_gbs', value,
           NULL)) AS sst
    FROM counters WHERE workload = 'apsp' AND kernel = 'rest' AND block IS NOT NULL GROUP BY variant, block
),
seen AS (
    SELECT m.variant, m.n, m.block, gld, gst, sld, sst, 2e9 * m.rate / 1073741824 AS gops,
           2e9 * m.rate / 1073741824 * (m.kernel_high_s - m.kernel_low_s) / 2 / m.kernel_s AS half, m.marks
    FROM measured m
    LEFT JOIN counted c ON c.variant = m.variant AND c.block = m.block
    WHERE m.experiment = 'apsp-blocking-factor'
)
SELECT 'published' AS "values", 'the report''s' AS variant, 5000 AS n, blocking_factor + 0 AS "blocking factor", '='
       || gld_gbs AS "global load",
       '=' || gst_gbs AS "global store", '=' || shared_load_gbs AS "shared load", '='
       || shared_store_gbs AS "shared store",
       '=' || gops AS GOPS, NULL AS "±"
FROM published_apsp_blocking_factor
UNION ALL
SELECT 'measured', variant, n, block, gld, gst, sld, sst, gops || marks, half
FROM (SELECT * FROM seen ORDER BY variant, block)
UNION ALL
SELECT 'ratio', s.variant, s.n, s.block, gld / p.gld_gbs, gst / p.gst_gbs, sld / p.shared_load_gbs,
       sst / p.shared_store_gbs, s.gops / p.gops, NULL
FROM published_apsp_blocking_factor p
JOIN seen s ON s.block = p.blocking_factor + 0 AND s.n = 5000;
