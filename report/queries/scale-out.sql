-- title: Predictions of the model of shared work, and measured times.
-- empty: The model needs one worker measured at several sizes and copies between workers of several sizes (experiments/devices.sh, ranks.sh).
-- note: Computing by the time of one worker on as large a part, messages by copies between workers (report/scale_out.sql states the
--   assumptions). Off: measured over predicted time.
SELECT f.workload, f.type, p.n, f.variant || on_host AS variant, devices AS "GPUs", ranks AS processes, threads AS "threads each", kernel_s * 1e3 AS "time (ms)",
       (kernel_high_s - kernel_low_s) / 2 * 1e3 AS "±", f.time_s * 1e3 AS "predicted (ms)", NULL AS "≈", f.exchange_s * 1e3 AS "of it exchange (ms)", NULL AS "≈",
       100 * (kernel_s / f.time_s - 1) AS "off (%)", 100 * (kernel_high_s - kernel_low_s) / 2 / f.time_s AS "±", f.id AS point
FROM predicted f
JOIN good p USING (id)
WHERE f.origin = 'here'
ORDER BY f.workload, f.type, p.n, f.variant, f.workers, f.id;
