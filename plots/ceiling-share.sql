-- axes: zeroy
-- caption: Share of the ceiling that each variant reaches at its largest measured size, in percent, with intervals; ×p: on p threads, the
--   most. A ceiling is the same resource measured bare: multiply-adds, copies or add-and-min of the same machine, on as many threads: the
--   dashed line. A machine in the heading is that of the GPU variants.
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY workload, type, variant, host
                                 ORDER BY ceiling_share_low IS NULL, origin, n DESC, threads DESC, ceiling_share DESC, id) AS choice
    FROM good WHERE ceiling_share IS NOT NULL AND (kind = 'gpu' OR origin = 'here')
)
SELECT workload || '-' || type AS facet, workload || ', ' || type
       || coalesce('« (GPU of ' || max(iif(origin = 'reference', machine, NULL)) OVER (PARTITION BY workload, type)
       || ')»', '') AS title,
       variant || iif(threads > 1, ' ×' || threads, '') || ', n ' || n || on_host AS series,
       row_number() OVER (PARTITION BY workload, type ORDER BY kind, ceiling_share, id) AS x, ceiling_share * 100 AS y,
       ceiling_share_low * 100 AS low, ceiling_share_high * 100 AS high, colour, point, ceiling_share_low IS NULL AS few, id,
       max(100, 100 * max(coalesce(ceiling_share_high, ceiling_share)) OVER ()) AS top
FROM ranked
JOIN look USING (variant)
WHERE choice = 1
ORDER BY facet, x;
