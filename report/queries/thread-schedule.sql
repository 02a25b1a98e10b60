-- title: OpenMP schedules and chunk sizes on all threads.
-- baseline: static, which gives each thread one block of iterations.
-- note: Iterations of a product cost the same; those of dijkstra, one source each, do not.
SELECT workload, type AS "csv: type", n, variant || on_host AS variant, threads, schedule,
       kernel_ms AS "time (ms)", kernel_half_ms AS "±", marks AS "^", value AS "speedup over static", half AS "±", apart, id AS point
FROM placed p WHERE NOT is_spread AND others > 1
ORDER BY workload, type, n, p.variant, on_host, threads, instr('static dynamic guided', substr(schedule, 1, 6)), schedule, id;
