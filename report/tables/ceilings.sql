-- title: Ceilings: what this machine can do at most, measured.
-- baseline: one thread of the same code.
-- note: Shares of a ceiling are of its fastest sample: what the machine can do, not what a disturbed one did.
SELECT workload, type, variant || on_host AS variant, threads, n, rate || marks AS rate,
       (kernel_high_s - kernel_low_s) / 2 / kernel_s * rate AS "±",
       peak_rate AS "fastest sample", rate_unit AS unit, over_own AS "speedup over one thread of it", efficiency
FROM compared
WHERE experiment = 'ceilings' AND (kind = 'gpu' OR origin = 'here')
ORDER BY workload, type, compared.variant, threads, n, id;
