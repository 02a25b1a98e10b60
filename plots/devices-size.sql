-- axes: logx zeroy
-- rounds: rate
-- x: n (matrices are n × n)
-- y: speedup over one GPU
-- ideal: 1
-- caption: From which n on do more GPUs pay, by computing alone and with copies from and to the host? Speedup over one GPU of the same code, of the
--   variant that computes fastest on the most GPUs at the largest n, with intervals. Below 1 one GPU is faster.
WITH led AS (
    SELECT *, first_value(variant || ' ' || transfer) OVER (PARTITION BY host, workload, type ORDER BY workers DESC, n DESC, kernel_s, id) AS leader,
           dense_rank() OVER (ORDER BY workload, type) - 1 AS place, iif(clock = 'kernel', 'computing', transfer || ' copies') AS part
    FROM over_one WHERE kind = 'gpus' AND matrices = 1 AND iterations = 1
)
SELECT workers || '-gpus-' || clock || on_host AS facet, workers || ' GPUs, ' || part || on_host AS title, workload || ', ' || type || ': ' || variant AS series,
       n AS x, speedup AS y, low, high, substr('0x0072B20xD55E000x009E730xCC79A70xE69F000x56B4E9', 1 + 8 * (place % 6), 8) AS colour,
       5 + 2 * (place % 6) AS point, 1 + place % 6 AS dash, low IS NULL AS few, clock, id
FROM led WHERE variant || ' ' || transfer = leader
ORDER BY facet, series, n, id;
