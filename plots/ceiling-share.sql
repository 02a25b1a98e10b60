-- axes: zeroy dots
-- y: share of the ceiling (%)
-- ideal: 100
-- rounds: rate
-- caption: What limits each variant? Share of the ceiling that it reaches at its largest n and most threads (×p), with intervals; the best four
--   of the CPU and of the GPU, which computes alone. The dashed line is the ceiling: the same resource measured alone, on as many threads.
WITH largest AS (
    SELECT *, row_number() OVER (PARTITION BY origin, workload, type, series ORDER BY n DESC, id) AS choice FROM swept
    WHERE experiment = 'size-scaling' AND ceiling_share IS NOT NULL AND (threads IS NULL OR threads = most_threads)
),
best AS (
    SELECT *, row_number() OVER (PARTITION BY workload, type, kind ORDER BY ceiling_share DESC, id) AS place FROM largest WHERE choice = 1
)
SELECT workload || '-' || type || iif(origin = 'reference', '-gpu', '') AS facet, workload || ', ' || type AS title,
       series || iif(threads > 1, ' ×' || threads, '') AS series,
       row_number() OVER (PARTITION BY workload, type, origin ORDER BY kind, share, id) AS x, share AS y,
       100 * ceiling_share_low AS low, 100 * ceiling_share_high AS high, colour, point, share_half IS NULL AS few, id,
       max(100, max(coalesce(100 * ceiling_share_high, share)) OVER ()) AS top
FROM best WHERE place <= 4
ORDER BY facet, x;
