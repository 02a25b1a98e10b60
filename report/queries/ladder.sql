-- title: The ladder on one thread.
-- baseline: the variant that a rung builds on for the step speedup, cpu/naive for the last; the latter on one thread.
SELECT s.workload, s.type AS "csv: type", s.n, s.variant || s.on_host AS variant, v.after AS "builds on",
       s.kernel_ms AS "time (ms)", s.kernel_half_ms AS "±", s.marks AS "^", r.value AS "step speedup", r.half AS "±", r.apart AS "apart",
       s.over_naive AS "speedup over cpu/naive", s.over_naive_half AS "±", s.naive_apart AS "apart",
       s.over_unoptimized AS "csv: speedup over cpu/unoptimized (unoptimized baseline)", s.over_unoptimized_half AS "±", s.unoptimized_apart AS "apart",
       s.error_units AS "csv: error (u√n)", NULL AS "≈", s.precision_class AS "csv: precision", idea AS "csv: idea", s.id AS point
FROM scaling s
JOIN variants v USING (workload, variant)
LEFT JOIN scaling a ON a.work = s.work AND a.variant = v.after AND a.threads = 1 AND (a.block IS s.block OR a.block IS NULL)
LEFT JOIN ratio r ON r.above = a.id AND r.below = s.id AND r.clock = 'kernel'
WHERE s.threads = 1 AND s.n = s.chosen_n AND s.variant NOT LIKE 'cpu/openmp%'
ORDER BY s.workload, s.type, s.kernel_s DESC, s.id, a.id;
