-- title: Weak scaling: the work grows with the threads.
-- baseline: one thread of the same code, with the work of one thread.
-- note: Efficiency is the rate per thread on the most threads over that on one. Gustafson's serial share is the part of the time on p
--   threads in which only one works; above 100 %: slower than one thread with all the work. It is a mean over rounds, the efficiency one of logarithms.
SELECT workload, type, variant || on_host AS variant, block AS "csv: block", tile AS "csv: tile", n AS "csv: n on one thread",
       most_threads AS "most threads", most_n AS "n there", 100 * weak_efficiency AS "efficiency (%)", 100 * weak_efficiency_half AS "±",
       100 * gustafson AS "serial share (%)", 50 * (gustafson_high - gustafson_low) AS "±", 100 * gustafson_low AS "low",
       100 * gustafson_high AS "high", last_id AS point,
       1 = row_number() OVER (PARTITION BY workload, type, variant, on_host ORDER BY most_threads DESC, most_n DESC, last_id) AS shown
FROM curves
WHERE origin = 'here' AND scaling = 'weak'
  AND last_id IN (SELECT id FROM members WHERE experiment = 'weak-scaling' OR experiment IN (SELECT name FROM report_on))
ORDER BY workload, type, n, curves.variant, first_id;
