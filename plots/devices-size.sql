-- axes: logx zeroy
-- x: n (matrices are n × n)
-- y: speedup over one GPU
-- ideal: 1
-- caption: From which n on do more GPUs pay? Speedup over one GPU of the same code, of the variant that is fastest on the most GPUs at the
--   largest n, with intervals. Below 1 one GPU is faster.
WITH led AS (
    SELECT *, first_value(variant) OVER (PARTITION BY site, workload, type ORDER BY workers DESC, n DESC, kernel_s, id) AS leader,
           dense_rank() OVER (ORDER BY workload, type) - 1 AS place
    FROM worked WHERE origin = 'here' AND kind = 'gpus' AND workload <> 'copy'
)
SELECT workers || '-gpus' || on_host AS facet, workers || ' GPUs' || on_host AS title, workload || ', ' || type || ': ' || variant AS series,
       n AS x, workers * own_efficiency AS y, workers * (own_efficiency - own_efficiency_half) AS low,
       workers * (own_efficiency + own_efficiency_half) AS high, substr('0x0072B20xD55E000x009E730xCC79A70xE69F000x56B4E9', 1 + 8 * (place % 6), 8) AS colour,
       5 + 2 * (place % 6) AS point, 1 + place % 6 AS dash, own_efficiency_half IS NULL AS few, id
FROM led WHERE variant = leader AND workers > 1 AND own_efficiency IS NOT NULL
ORDER BY facet, series, n, id;
