-- title: Threads bound to neighboring cores (close) and spread over the machine.
-- baseline: close.
-- empty: Only machines with more than two processors have two ways to bind threads (experiments/thread-placement.sh).
SELECT workload, type, n, variant || on_host AS variant, threads, kernel_ms AS "close (ms)", kernel_half_ms AS "±", marks AS "^", id AS point,
       spread_ms AS "spread (ms)", spread_half_ms AS "±", spread_marks AS "^", value AS "speedup of spread over close", half AS "±", spread_id AS point
FROM spread_out p
ORDER BY workload, type, n, p.variant, on_host, threads, id, spread_id;
