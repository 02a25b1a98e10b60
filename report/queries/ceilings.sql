-- title: Measured ceilings, on the most threads and on the GPU.
-- baseline: one thread of the same code.
-- note: The CSV has every thread count, and the rate of the fastest sample, which has no interval.
SELECT workload, type, n, variant || on_host AS variant, threads, rate AS rate, rate_half AS "±", marks AS "^",
       peak_rate AS "csv: fastest sample", NULL AS "≈", rate_unit AS unit, over_own AS "speedup over one thread of it", over_own_half AS "±",
       efficiency AS "csv: efficiency", efficiency_half AS "±", error_units AS "csv: error (u√n)", NULL AS "≈", precision_class AS "csv: precision",
       id AS point, origin = 'here' AND (threads IS NULL OR threads = max(threads) OVER (PARTITION BY workload, type, variant, host)) AS shown
FROM compared
WHERE experiment = 'ceilings' AND (kind = 'gpu' OR origin = 'here')
ORDER BY workload, type, compared.variant, threads, n, id;
