-- axes: logx zeroy
-- rounds: rate
-- y: efficiency
-- ideal: 1
-- caption: How far more GPUs or processes go: efficiency, measured (with intervals) and by the model of report/model/scale_out.sql: the largest
--   measured n, divided further, and parts as large as the largest of one worker.
WITH drawn AS ( -- the fastest of each workload and kind on the most workers
    SELECT *, max(n) OVER (PARTITION BY code) AS most_n,
           row_number() OVER (PARTITION BY site, workload, type ORDER BY workers DESC, n DESC, kernel_s, id) AS place
    FROM worked WHERE id IN (SELECT id FROM predicted) AND origin = 'here'
),
line AS (
    SELECT code, iif(way = 'memory', 'same part each', 'n ' || cast(n AS integer)) AS series, workers AS x, efficiency AS y, NULL AS low,
           NULL AS high, iif(way = 'memory', '0x0072B2', '0xD55E00') AS colour, -1 AS point, 1 AS dash, 0 AS few, NULL AS id
    FROM scale_out
    UNION ALL
    SELECT code, 'measured', t.workers, t.own_efficiency, iif(t.workers > 1, t.own_efficiency_low, NULL),
           iif(t.workers > 1, t.own_efficiency_high, NULL),
           '0x222222', 7, 3, t.own_efficiency_half IS NULL AND t.workers > 1, t.id
    FROM worked t JOIN drawn USING (code) WHERE place = 1 AND t.n = most_n
)
SELECT workload || '-' || type || '-' || kind || on_host AS facet, workload || ', ' || type || ': ' || variant || on_host AS title,
       series, x, y, low, high, colour, point, dash, 1 AS top, few, iif(kind = 'gpus', 'GPUs', 'processes') AS axis, line.id
FROM drawn JOIN line USING (code) WHERE place = 1
ORDER BY facet, series, x, y, line.id;
