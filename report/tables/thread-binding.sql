-- title: Threads on neighbouring cores (close) and spread over the machine.
-- baseline: close.
-- empty: Only machines with more than two processors have two ways to place threads (experiments/thread-placement.sh).
SELECT c.workload, c.type, c.n, c.variant || c.on_host AS variant, c.threads, c.kernel_ms || c.marks AS "close (ms)", c.kernel_half_ms AS "±", c.id AS point,
       s.kernel_ms || s.marks AS "spread (ms)", s.kernel_half_ms AS "±", r.value AS "speedup of spread over close", r.half AS "±", s.id AS point
FROM compared c
JOIN compared s ON s.experiment = c.experiment AND s.work = c.work AND s.variant = c.variant AND s.threads = c.threads AND s.schedule IS c.schedule
    AND s.block IS c.block AND s.tile IS c.tile AND s.places IS c.places
JOIN ratio r ON r.above = c.id AND r.below = s.id AND r.clock = 'kernel'
WHERE c.experiment = 'thread-placement' AND c.origin = 'here' AND c.bind = 'close' AND s.bind = 'spread' AND c.threads > 1
ORDER BY c.workload, c.type, c.n, c.variant, c.on_host, c.threads, c.id, s.id;
