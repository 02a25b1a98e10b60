-- axes: zeroy
-- caption: What limits each variant? Share of the ceiling that it reaches at its largest n and most threads (×p), with intervals; the best four
--   of the CPU and of the GPU. The dashed line is the ceiling: the same resource measured alone, on as many threads.
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY workload, type, variant, host
                                 ORDER BY ceiling_share_low IS NULL, origin, n DESC, threads DESC, ceiling_share DESC, id) AS choice
    FROM good WHERE ceiling_share IS NOT NULL AND (kind = 'gpu' OR origin = 'here')
),
best AS (
    SELECT *, row_number() OVER (PARTITION BY workload, type, kind ORDER BY ceiling_share DESC, id) AS place FROM ranked WHERE choice = 1
)
SELECT workload || '-' || type AS facet, workload || ', ' || type AS title, variant || iif(threads > 1, ' ×' || threads, '') || on_host AS series,
       row_number() OVER (PARTITION BY workload, type ORDER BY kind, ceiling_share, id) AS x, ceiling_share * 100 AS y,
       ceiling_share_low * 100 AS low, ceiling_share_high * 100 AS high, colour, point, ceiling_share_low IS NULL AS few, id,
       max(100, 100 * max(coalesce(ceiling_share_high, ceiling_share)) OVER ()) AS top
FROM best JOIN look USING (variant) WHERE place <= 4
ORDER BY facet, x;
