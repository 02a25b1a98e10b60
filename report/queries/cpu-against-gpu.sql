-- title: The best CPU variant and the GPU, size by size.
-- baseline: the best CPU variant at that size, on any number of threads.
-- note: Shown: the size of page one and the largest. Equivalent threads: the fewest of that CPU variant that equal the GPU's kernel; –: more
--   than were measured.
SELECT c.workload, c.type, c.n, c.label || c.on_host || ', ' || c.processor AS "CPU variant",
       c.marks AS "^", c.kernel_ms AS "csv: time (ms)", c.kernel_half_ms AS "±",
       k.gpu_variant AS "csv: GPU variant (kernel)", k.value AS "speedup, kernel", k.half AS "±", k.gpu_marks AS "^", k.apart AS "apart", k.gpu_id AS point,
       p.value AS "with copies from pageable memory", p.half AS "±", p.apart AS "apart", p.gpu_id AS point,
       f.value AS "csv: with copies from pinned memory", f.half AS "±", f.apart AS "apart", f.gpu_id AS point,
       o.value AS "csv: overlapped", o.half AS "±", o.apart AS "apart", o.gpu_id AS point,
       iif(ek.cpu_id, coalesce(ek.phrase, '–'), NULL) AS "equivalent threads, kernel",
       iif(ep.cpu_id, coalesce(ep.phrase, '–'), NULL) AS "csv: with copies",
       b.phrase AS "break-even (repetitions)",
       iif(least IS most, NULL, least || ' to ' || coalesce(most, 'never')) AS "csv: interval", k.gpu_id AS point,
       c.machine AS "csv: CPU machine", c.n IS against_n OR c.n = max(c.n) OVER (PARTITION BY c.workload, c.type, c.host) AS shown
FROM good c
LEFT JOIN contest k ON k.cpu_id = c.id AND k.place = 1
LEFT JOIN contest p ON p.cpu_id = c.id AND p.place = 2
LEFT JOIN contest f ON f.cpu_id = c.id AND f.place = 3
LEFT JOIN contest o ON o.cpu_id = c.id AND o.place = 4
LEFT JOIN equivalent ek ON ek.cpu_id = c.id AND ek.place = 1
LEFT JOIN equivalent ep ON ep.cpu_id = c.id AND ep.place = 2
LEFT JOIN break_even b ON b.cpu_id = c.id
LEFT JOIN answer a ON a.workload = c.workload AND a.type = c.type AND a.host = c.host
WHERE c.id IN (SELECT cpu_id FROM contest)
ORDER BY c.workload, c.type, c.on_host, c.n;
