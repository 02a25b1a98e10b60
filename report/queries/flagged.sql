-- title: Measured points with a flag, one by one.
SELECT replace(experiments, ';', ', ') AS experiment, workload, type, n, variant || on_host AS variant, threads, block, tile, matrices, transfer, replace(flags, ';', ', ') AS flags, samples, rounds,
       outliers, detail, id AS point
FROM points
WHERE origin = 'here' AND is_right AND flags IS NOT NULL
ORDER BY experiments, workload, type, n, points.variant, threads, id;
