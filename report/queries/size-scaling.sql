-- title: Scaling over size: the highest rate at the largest n.
-- baseline: none; the share is of the ceiling measured on the same machine. On a GPU computing alone.
-- note: The figures show every n; the CSV has every variant, thread count and time.
SELECT workload, type, variant || on_host AS variant, threads, n, kernel_ms AS "csv: time (ms)", kernel_half_ms AS "±", marks AS "^",
       rate, rate_half AS "±", rate_unit AS unit,
       share AS "share of the ceiling (%)", share_half AS "±",
       peak_share * 100 AS "csv: best over best (%)", NULL AS "≈", ceiling AS "csv: ceiling", error_units AS "csv: error (u√n)", NULL AS "≈",
       precision_class AS "csv: precision", id AS point,
       1 = row_number() OVER (PARTITION BY workload, type, kind ORDER BY n DESC, rate DESC, id) AS shown
FROM compared
WHERE experiment = 'size-scaling' AND (kind = 'gpu' OR origin = 'here')
ORDER BY workload, type, compared.variant, threads, n, id;
