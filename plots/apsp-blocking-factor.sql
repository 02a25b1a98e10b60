-- axes: logx zeroy
-- caption: Report F over the blocking factor. Solid: measured, on the machine of the headings; dashed: published.
-- caption global: Throughput of phase 3 from and to global memory, counted in one launch each.
-- caption shared: Throughput of phase 3 from and to shared memory, counted in one launch each.
-- caption operations: Integer operations of the whole, with intervals.
WITH phase3 AS (
    SELECT variant, block, metric, value FROM counters WHERE workload = 'apsp' AND kernel = 'rest'
),
value AS (
    SELECT 'published' AS source, blocking_factor + 0 AS x, gld_gbs + 0.0 AS gld, gst_gbs + 0.0 AS gst,
           shared_load_gbs + 0.0 AS sld,
           shared_store_gbs + 0.0 AS sst, gops + 0.0 AS gops, NULL AS gops_low, NULL AS gops_high, 2 AS dash, 0 AS few, 0 AS once
    FROM published_apsp_blocking_factor
    UNION ALL
    SELECT 'measured' || iif(m.kind = 'cpu', ', ' || m.variant, ''), m.block, g.value, t.value, l.value, s.value,
           2e9 * m.rate / 1073741824,
           2e9 * m.rate / 1073741824 * m.kernel_s / m.kernel_high_s,
           2e9 * m.rate / 1073741824 * m.kernel_s / m.kernel_low_s, 1, NOT m.is_result, 1
    FROM measured m
    LEFT JOIN phase3 g ON g.variant = m.variant AND g.block = m.block AND g.metric = 'gld_gbs'
    LEFT JOIN phase3 t ON t.variant = m.variant AND t.block = m.block AND t.metric = 'gst_gbs'
    LEFT JOIN phase3 l ON l.variant = m.variant AND l.block = m.block AND l.metric = 'shared_load_gbs'
    LEFT JOIN phase3 s ON s.variant = m.variant AND s.block = m.block AND s.metric = 'shared_store_gbs'
    WHERE m.experiment = 'apsp-blocking-factor'
),
line AS (
    SELECT 'global' AS facet, 'global memory' AS what, 'GB/s' AS unit, 'load, ' || source AS series, x, gld AS y,
           NULL AS low, NULL AS high, '0x0072B2' AS colour, 7 AS point, dash, once AS few FROM value
    UNION ALL SELECT 'global', 'global memory', 'GB/s', 'store, ' || source, x, gst, NULL, NULL, '0xD55E00', 5, dash, once
        FROM value
    UNION ALL SELECT 'shared', 'shared memory', 'GB/s', 'load, ' || source, x, sld, NULL, NULL, '0x0072B2', 7, dash, once
        FROM value
    UNION ALL SELECT 'shared', 'shared memory', 'GB/s', 'store, ' || source, x, sst, NULL, NULL, '0xD55E00', 5, dash, once
        FROM value
    UNION ALL SELECT 'operations', 'integer operations', 'GOPS', source, x, gops, gops_low, gops_high, '0x009E73', 9,
        dash, few FROM value
)
SELECT facet, what || coalesce(' (' || (SELECT machine FROM shown WHERE experiment = 'apsp-blocking-factor') || ')', '')
       || ', ' || unit AS title,
       series, x, y, low, high, colour, point, dash, unit AS axis, few
FROM line WHERE y IS NOT NULL ORDER BY facet, series, x, y;
