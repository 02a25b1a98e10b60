-- title: What comes next: twice the largest size, twice the most threads.
-- empty: Too few curves were measured to foretell anything.
-- note: A size goes on by the workload's cost model, threads by the law of the curve. The interval is the one that held 95 % of what was foretold
--   for the next measured point of all curves of its kind (the table below).
SELECT f.workload, f.type, f.n, coalesce(f.threads, p.threads) AS threads, p.variant || p.on_host || p.marks AS variant, f.kind AS "foretold by",
       1e3 * f.time_s AS "time (ms)", NULL AS "≈", '{' || (1e3 * low_s) || '} to {' || (1e3 * high_s) || '}' || iif(reach_origin = 'reference', '^ref', '') AS "95 % interval (ms)", p.id AS point
FROM foretold f
JOIN good p USING (id)
ORDER BY f.workload, f.type, f.host, f.kind, p.id;
