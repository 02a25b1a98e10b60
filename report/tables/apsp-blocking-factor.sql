-- title: Report F: the blocking factor against throughputs of phase 3 and integer operations, GB/s and GOPS.
-- baseline: none; the ratio is measured over published, its interval that of the measured side.
-- note: GOPS counts an addition and a comparison a relaxation, in units of 2³⁰ (as the report does), over the whole closure. The
--   throughputs are hardware counters of phase 3, of one launch each and so without an interval; they are empty where the profiler may not read them.
WITH counted AS ( -- 'rest' is the kernel of phase 3
    SELECT variant, block, max(iif(metric = 'gld_gbs', value, NULL)) AS gld, max(iif(metric = 'gst_gbs', value,
           NULL)) AS gst,
           max(iif(metric = 'shared_load_gbs', value, NULL)) AS sld, max(iif(metric = 'shared_store_gbs', value,
           NULL)) AS sst
    FROM counters WHERE workload = 'apsp' AND kernel = 'rest' AND block IS NOT NULL GROUP BY variant, block
),
seen AS (
    SELECT m.id, m.variant, m.n, m.block, gld, gst, sld, sst, 2e9 * m.rate / 1073741824 AS gops,
           2e9 * m.rate / 1073741824 * (m.kernel_high_s - m.kernel_low_s) / 2 / m.kernel_s AS half, m.marks
    FROM measured m
    LEFT JOIN counted c ON c.variant = m.variant AND c.block = m.block
    WHERE m.experiment = 'apsp-blocking-factor'
),
line AS (
    SELECT 1 AS part, rowid AS line, 'published' AS kind, 'the report''s' AS variant, 5000 AS n, blocking_factor + 0 AS block,
           '=' || gld_gbs AS gld, '=' || gst_gbs AS gst, '=' || shared_load_gbs AS sld, '=' || shared_store_gbs AS sst,
           '=' || gops AS gops, NULL AS half
    FROM published_apsp_blocking_factor
    UNION ALL
    SELECT 2, id, 'measured', variant, n, block, gld, gst, sld, sst, gops || marks, half FROM seen
    UNION ALL
    SELECT 3, s.id, 'ratio', s.variant, s.n, s.block, s.gld / p.gld_gbs, s.gst / p.gst_gbs, s.sld / p.shared_load_gbs,
           s.sst / p.shared_store_gbs, s.gops / p.gops, s.half / p.gops
    FROM published_apsp_blocking_factor p
    JOIN seen s ON s.block = p.blocking_factor + 0 AND s.n = 5000
)
SELECT kind AS "values", variant, n, block AS "blocking factor", gld AS "global load", NULL AS "≈",
       gst AS "global store", NULL AS "≈", sld AS "shared load", NULL AS "≈", sst AS "shared store", NULL AS "≈", gops AS GOPS, half AS "±"
FROM line
ORDER BY part, variant, block, line;
