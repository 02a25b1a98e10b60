-- title: Measured ceilings of this machine.
-- baseline: one thread of the same code.
-- note: Shares of a ceiling compare medians; a column "best over best" compares the fastest samples. The fastest sample is a single
--   sample without an interval.
SELECT workload, type, variant || on_host AS variant, threads, n, rate AS rate, rate_half AS "±", marks AS "^",
       peak_rate AS "fastest sample", NULL AS "≈", rate_unit AS unit, over_own AS "speedup over one thread of it",
       over_own_half AS "±", efficiency, efficiency_half AS "±", error_units AS "error (u√n)", NULL AS "≈", precision_class AS precision, id AS point
FROM compared
WHERE experiment = 'ceilings' AND (kind = 'gpu' OR origin = 'here')
ORDER BY workload, type, compared.variant, threads, n, id;
