-- title: Scaling over size.
-- baseline: none; the share is of the ceiling measured on the same machine, median over median; best over best is that of single samples. On
--   a GPU computing alone.
SELECT workload, type, variant || on_host AS variant, threads, n, kernel_ms AS "time (ms)", kernel_half_ms AS "±", marks AS "^",
       rate, rate_half AS "±", rate_unit AS unit, ceiling_share * 100 AS "share of the ceiling (%)",
       (ceiling_share_high - ceiling_share_low) / 2 * 100 AS "±", peak_share * 100 AS "best over best (%)", NULL AS "≈", ceiling,
       error_units AS "error (u√n)", NULL AS "≈", precision_class AS precision, id AS point
FROM compared
WHERE experiment = 'size-scaling' AND (kind = 'gpu' OR origin = 'here')
ORDER BY workload, type, compared.variant, threads, n, id;
