-- axes: logx logy
-- caption: Report F over the blocking factor, both axes logarithmic. Solid: measured, on the machine of the headings; dashed: published.
-- caption global: Throughput of phase 3 from and to global memory.
-- caption shared: Throughput of phase 3 from and to shared memory.
-- caption operations: Integer instructions of phase 3 per second, in units of 2³⁰, as the report counts them.
-- caption whole: The whole closure, from the clock of the kernels.
WITH kind (metric, facet, what, series, unit, colour, point) AS (
    VALUES ('gld_gbs', 'global', 'global memory', 'load, ', 'GB/s', '0x0072B2', 7),
           ('gst_gbs', 'global', 'global memory', 'store, ', 'GB/s', '0xD55E00', 5),
           ('shared_load_gbs', 'shared', 'shared memory', 'load, ', 'GB/s', '0x0072B2', 7),
           ('shared_store_gbs', 'shared', 'shared memory', 'store, ', 'GB/s', '0xD55E00', 5),
           ('integer_gops', 'operations', 'integer instructions', '', 'GOPS', '0x009E73', 9)
),
line AS (
    SELECT l.*, 'published' AS source, block AS x, published + 0.0 AS y, NULL AS low, NULL AS high, 2 AS dash, 0 AS few, NULL AS id, NULL AS machine
    FROM blocking JOIN kind l USING (metric)
    UNION ALL
    SELECT l.*, 'measured', block, value, low, high, 1, low IS NULL, NULL, (SELECT machine FROM provenance WHERE source = 'counters') FROM blocking JOIN kind l USING (metric)
    UNION ALL
    SELECT 'rate', 'whole', 'whole closure', m.variant || m.on_host, m.rate_unit, l.colour, l.point, '', m.block, m.rate,
           m.rate * m.kernel_s / m.kernel_high_s, m.rate * m.kernel_s / m.kernel_low_s, 1, NOT m.is_result, m.id, NULL
    FROM measured m JOIN look l USING (variant) WHERE m.experiment = 'apsp-blocking-factor'
)
SELECT facet, what || coalesce('« (' || (SELECT machine FROM shown WHERE experiment = 'apsp-blocking-factor') || ')»', '')
       || ', ' || unit AS title,
       series || source AS series, x, y, low, high, colour, point, dash, unit AS axis, few, id, machine
FROM line WHERE y IS NOT NULL ORDER BY facet, series || source, x, y;
