-- title: Scaling over size.
-- baseline: none; the share is of the ceiling that was measured on the same machine. On a GPU the computing alone.
SELECT workload, type, variant || on_host AS variant, threads, n, kernel_ms || marks AS "time (ms)", kernel_half_ms AS "±",
       rate, rate_unit AS unit, ceiling_share * 100 AS "share of the ceiling (%)", ceiling
FROM compared
WHERE experiment = 'size-scaling' AND (kind = 'gpu' OR origin = 'here')
ORDER BY workload, type, compared.variant, threads, n, id;
