-- title: How a loop is shared out among all threads: OpenMP's schedules and their chunks.
-- baseline: static, which gives each thread one block of iterations.
-- empty: Not measured here (experiments/thread-placement.sh).
-- note: Iterations of a product cost the same; those of dijkstra, a source each, do not.
SELECT c.workload, c.type, c.n, c.variant || c.on_host AS variant, c.threads, c.schedule, c.kernel_ms || c.marks AS "time (ms)", c.kernel_half_ms AS "±",
       r.value AS "speedup over static", r.half AS "±", c.id AS point
FROM compared c
JOIN compared s ON s.experiment = c.experiment AND s.work = c.work AND s.variant = c.variant AND s.threads = c.threads AND s.block IS c.block
    AND s.tile IS c.tile AND s.bind IS c.bind AND s.places IS c.places AND s.schedule = 'static'
JOIN ratio r ON r.above = s.id AND r.below = c.id AND r.clock = 'kernel'
WHERE c.experiment = 'thread-placement' AND c.origin = 'here'
  AND EXISTS (SELECT 1 FROM compared o WHERE o.experiment = c.experiment AND o.work = c.work AND o.variant = c.variant AND o.threads = c.threads AND o.bind IS c.bind AND o.schedule <> 'static')
ORDER BY c.workload, c.type, c.n, c.variant, c.on_host, c.threads, instr('static dynamic guided', substr(c.schedule, 1, 6)), c.schedule, c.id;
