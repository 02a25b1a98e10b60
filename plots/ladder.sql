-- axes: logy dots
-- y: speedup over cpu/naive
-- ideal: 1
-- rounds: rate
-- caption: What does each step gain on one thread? Speedup over cpu/naive, with intervals. Left of 1 is slower.
SELECT workload || '-' || type AS facet, workload || ', ' || type || ', n ' || n || ', one thread' AS title,
       variant || on_host AS series,
       row_number() OVER (PARTITION BY workload, type ORDER BY over_naive, id) AS x, over_naive AS y, over_naive_low AS low, over_naive_high AS high,
       colour, point, over_naive_low IS NULL AS few, 1 AS floor, id
FROM scaling
JOIN look USING (variant)
WHERE n = chosen_n AND threads = 1 AND over_naive IS NOT NULL AND variant NOT LIKE 'cpu/openmp%'
ORDER BY facet, x;
