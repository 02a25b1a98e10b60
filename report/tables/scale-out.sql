-- title: How well the model of shared work foretold what was measured.
-- empty: The model needs one worker measured at several sizes and copies between workers of several sizes (experiments/devices.sh, ranks.sh).
-- note: Computing as fast as one alone does as large a part, and messages as copies between workers tell (report/scale_out.sql has the
--   assumptions). Off: how much longer it took than foretold.
SELECT f.workload, f.type, p.n, f.variant || on_host AS variant, devices AS "GPUs", ranks AS processes, threads AS "threads each", kernel_s * 1e3 AS "time (ms)",
       (kernel_high_s - kernel_low_s) / 2 * 1e3 AS "±", f.time_s * 1e3 AS "foretold (ms)", NULL AS "≈", f.exchange_s * 1e3 AS "of it exchange (ms)", NULL AS "≈",
       100 * (kernel_s / f.time_s - 1) AS "off (%)", 100 * (kernel_high_s - kernel_low_s) / 2 / f.time_s AS "±", f.id AS point
FROM foreseen f
JOIN good p USING (id)
WHERE f.origin = 'here'
ORDER BY f.workload, f.type, p.n, f.variant, f.workers, f.id;
