-- title: Predictions of the model of shared work, and measured times.
-- note: Computing by the time of one worker on as large a part, messages by copies between workers (report/model/scale_out.sql has the
--   assumptions). Off: measured over predicted time.
SELECT workload, type, p.n, variant || on_host AS variant, devices AS "csv: GPUs", ranks AS "csv: processes", threads AS "csv: threads each",
       workers, kernel_s * 1e3 AS "time (ms)", (kernel_high_s - kernel_low_s) / 2 * 1e3 AS "±", time_s * 1e3 AS "predicted (ms)", NULL AS "≈",
       exchange_s * 1e3 AS "csv: of it exchange (ms)", NULL AS "≈", 100 * (kernel_s / time_s - 1) AS "off (%)",
       100 * (kernel_high_s - kernel_low_s) / 2 / time_s AS "±", id AS point
FROM predicted JOIN good p USING (id)
WHERE origin = 'here'
ORDER BY workload, type, p.n, p.variant, workers, id;
