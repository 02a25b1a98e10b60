-- title: Matrices that are not square: products of m × k by k × n (MxNxK), transposes and grids of m × n (MxN).
-- baseline: cpu/naive on one thread for the same work, where it was measured.
-- note: On a GPU computing alone.
-- keys: 4
SELECT workload || ' ' || type AS work, shape, variant || on_host AS variant, threads, 1e3 * kernel_s AS "time (ms)", 500 * (kernel_high_s - kernel_low_s) AS "±",
       rate, rate * (kernel_high_s - kernel_low_s) / 2 / kernel_s AS "±", rate_unit AS unit,
       iif(variant = baseline, NULL, own_speedup) AS "speedup", iif(variant = baseline, NULL, (own_speedup_high - own_speedup_low) / 2) AS "±", instr(flags, 'other-run') AS "apart",
       iif(variant = baseline, NULL, baseline || iif(baseline_threads > 1, ', ' || baseline_threads || ' threads', '')) AS "over",
       iif(instr(';' || experiments || ';', ';peers;') AND NOT EXISTS (SELECT 1 FROM report_on), 'peers', 'own') AS facet
FROM shaped WHERE is_right
ORDER BY workload, type, line;
