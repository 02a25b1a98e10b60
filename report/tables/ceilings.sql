-- title: Ceilings: what this machine can do at most, measured.
-- baseline: one thread of the same code.
-- note: Shares of a ceiling are of its rate, median over median; best over best is a column of its own where they are shown. The
--   fastest sample is one sample, and no result.
SELECT workload, type, variant || on_host AS variant, threads, n, rate || marks AS rate, rate_half AS "±",
       peak_rate AS "fastest sample", NULL AS "≈", rate_unit AS unit, over_own AS "speedup over one thread of it",
       over_own_half AS "±", efficiency, efficiency_half AS "±", error_units AS "error (u√n)", NULL AS "≈", precision_class AS precision, id AS point
FROM compared
WHERE experiment = 'ceilings' AND (kind = 'gpu' OR origin = 'here')
ORDER BY workload, type, compared.variant, threads, n, id;
