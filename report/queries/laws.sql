-- title: Scaling law and recommended thread count of each variant.
-- baseline: one thread of the same code, for the same work.
-- note: Fitted to five or more thread counts; with five, a law that deviates beyond noise (F test, 1 %) does not fit. Negative serial share s:
--   superlinear. Karp and Flatt: the s implied by the speedup on the most threads. Recommended: the most threads with an efficiency of at least
--   70 %, a range where an interval holds 70 %.
SELECT workload, type AS "csv: type", n, variant || iif(schedule <> 'static', ' (' || schedule || ')', '') || on_host AS variant,
       block AS "csv: block", tile AS "csv: tile", counts AS "csv: thread counts", most_threads AS "most threads", law,
       100 * serial AS "serial share s (%)", 50 * (serial_high - serial_low) AS "±", 100 * serial_low AS "low", 100 * serial_high AS "high",
       1e6 * coherency AS "csv: cost per pair k (1e-6)", 5e5 * (coherency_high - coherency_low) AS "±", 1e6 * coherency_low AS "low",
       1e6 * coherency_high AS "high",
       peak_threads AS "csv: fastest on (threads)", NULL AS "≈", half_efficiency_threads AS "efficiency below 50 % from (threads)", NULL AS "≈",
       100 * karp_flatt AS "Karp and Flatt (%)", 50 * (karp_flatt_high - karp_flatt_low) AS "±", 100 * karp_flatt_low AS "low",
       100 * karp_flatt_high AS "high", recommended AS "recommended threads", last_id AS point,
       law IS NOT NULL AND n = max(n) OVER (PARTITION BY workload, type) AS shown
FROM curves
WHERE origin = 'here' AND scaling = 'strong'
  AND last_id IN (SELECT id FROM members WHERE experiment = 'thread-scaling' OR experiment IN (SELECT name FROM report_on))
ORDER BY workload, type, n, curves.variant, first_id;
