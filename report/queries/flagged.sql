-- title: Measured points with a flag, one by one.
SELECT replace(experiments, ';', ', ') AS experiment, workload, type AS "csv: type", size AS n, variant || on_host AS variant, threads, block AS "csv: block",
       tile AS "csv: tile", matrices AS "csv: matrices", transfer AS "csv: transfer", replace(flags, ';', ', ') AS flags, samples, rounds,
       outliers AS "csv: outliers", detail AS "csv: detail", id AS point
FROM own_points
WHERE is_right AND flags IS NOT NULL
ORDER BY experiments, workload, type, own_points.n, own_points.variant, threads, id;
