-- axes: logx zeroy
-- caption: Efficiency over GPUs or processes, measured (with intervals) and by the model of report/scale_out.sql: the largest measured n,
--   divided further; parts as large as the largest of one worker; and the same with the workers in a grid.
-- empty: There is no prediction for more GPUs or processes here.
WITH line AS (
    SELECT code, CASE way WHEN 'memory' THEN 'same part each' WHEN 'grid' THEN 'the same, in a grid' ELSE 'n ' || cast(n AS integer) END AS series,
           workers, efficiency, NULL AS low, NULL AS high, CASE way WHEN 'memory' THEN '0x0072B2' WHEN 'grid' THEN '0x009E73' ELSE '0xD55E00' END AS colour,
           -1 AS point, CASE way WHEN 'grid' THEN 2 ELSE 1 END AS dash, 0 AS few, NULL AS id
    FROM scale_out
    UNION ALL
    SELECT t.code, 'measured', t.workers, own_efficiency, own_efficiency - own_efficiency_half, own_efficiency + own_efficiency_half, '0x222222', 7, 3,
           own_efficiency_half IS NULL AND t.workers > 1, t.id
    FROM worked t JOIN drawn_out d USING (code) WHERE t.n = d.most_n AND own_efficiency IS NOT NULL
)
SELECT d.workload || '-' || d.type || '-' || d.kind || d.on_host AS facet, d.workload || ', ' || d.type || ': ' || d.variant || d.on_host AS title, series, l.workers AS x, efficiency AS y,
       low, high, colour, point, dash, 1 AS top, few, iif(d.kind = 'gpus', 'GPUs', 'processes') AS axis, l.id
FROM drawn_out d
JOIN line l USING (code)
WHERE d.place = 1 AND d.origin = 'here'
ORDER BY facet, series, x, y, l.id;
