-- title: Measured points with a flag, one by one.
SELECT experiment, workload, type, n, variant, threads, block, tile, matrices, transfer, flags, detail
FROM points
WHERE origin = 'here' AND status = 'ok' AND flags IS NOT NULL
ORDER BY experiment, workload, type, n, variant, threads, id;
