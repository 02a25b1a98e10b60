-- title: Scaling law and recommended thread count of each variant.
-- baseline: one thread of the same code, for the same work.
-- empty: No variant was measured on several threads here.
-- note: A law is fitted to five or more thread counts, none beyond the machine's cores: Amdahl's, T(p) = T(1) (1 + s (p - 1)) / p
--   with the serial share s, or, if six show a cost k per pair of threads, the universal scalability law, which adds
--   k p (p - 1). s is apparent: a clock that falls with active cores looks like it. Karp and Flatt's share is the s implied by the speedup
--   on the most threads alone. Recommended is the largest thread count with an efficiency of at least 70 %. There is no prediction beyond
--   twice the most threads measured.
SELECT workload, type, n, variant || on_host AS variant, block, tile, counts AS "thread counts", most_threads AS "most threads",
       law, 100 * serial AS "serial share s (%)", 100 * serial_half AS "±", 1e6 * coherency AS "cost per pair k (1e-6)", 1e6 * coherency_half AS "±",
       peak_threads AS "fastest on (threads)", NULL AS "≈", half_efficiency_threads AS "efficiency below 50 % from (threads)", NULL AS "≈",
       100 * karp_flatt AS "Karp and Flatt (%)", 100 * karp_flatt_half AS "±", recommended_threads AS "recommended threads", last_id AS point
FROM curves
WHERE origin = 'here' AND scaling = 'strong' AND last_id IN (SELECT id FROM members WHERE experiment = 'thread-scaling' OR experiment IN (SELECT name FROM report_on))
ORDER BY workload, type, n, curves.variant, first_id;
