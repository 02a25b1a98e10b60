-- title: Measured points with a flag, one by one.
SELECT replace(experiments, ';', ', ') AS experiment, workload, type, n, variant || on_host AS variant, threads, block, tile, matrices, transfer, flags, detail
FROM points
WHERE origin = 'here' AND status = 'ok' AND flags IS NOT NULL
ORDER BY experiments, workload, type, n, points.variant, threads, id;
