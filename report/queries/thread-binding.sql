-- title: Threads bound to neighboring cores (close) and spread over the machine.
-- baseline: close.
SELECT workload, type, n, variant || on_host AS variant, threads, default_ms AS "close (ms)", default_half_ms AS "±", default_marks AS "^",
       default_id AS point, kernel_ms AS "spread (ms)", kernel_half_ms AS "±", marks AS "^", value AS "speedup of spread over close", half AS "±",
       apart, id AS point
FROM placed p WHERE is_spread
ORDER BY workload, type, n, p.variant, on_host, threads, default_id, id;
