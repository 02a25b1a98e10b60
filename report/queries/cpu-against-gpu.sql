-- title: The best CPU variant and the GPU, size by size.
-- baseline: the best CPU variant at that size, on any number of threads, with an interval.
-- empty: No size was measured on a CPU and on a GPU in five rounds each (experiments/size-scaling.sh).
-- note: The GPU variant is the one with the fastest kernel; each kind of copies has its own fastest, which the table above names for the
--   largest n, and break-even is of that with pageable copies. Equivalent threads are the fewest on which that CPU variant takes no longer
--   than the GPU's kernel, or than the GPU with pageable copies; ~: predicted by the law of its curve, beyond the measured counts; a dash: no
--   thread count up to twice the most measured; to no number: the interval has no upper end. Break-even is the number of uses of the data on
--   the GPU after which copies and kernels together beat the CPU.
WITH by_way AS (
    SELECT workload, type, n, host, on_host, machine, max(cpu_id) AS cpu_id, max(iif(place = 1, gpu_id, NULL)) AS kernel_id,
           max(iif(place = 2, gpu_id, NULL)) AS pageable_id, max(iif(place = 3, gpu_id, NULL)) AS pinned_id,
           max(iif(place = 4, gpu_id, NULL)) AS overlapped_id,
           max(iif(place = 1, gpu_variant || gpu_marks, NULL)) AS gpu_variant,
           max(iif(place = 1, 1e3 * gpu_s, NULL)) AS kernel_ms, max(iif(place = 1, value, NULL)) AS kernel, max(iif(place = 1, half, NULL)) AS kernel_half,
           max(iif(place = 2, value, NULL)) AS pageable, max(iif(place = 2, half, NULL)) AS pageable_half,
           max(iif(place = 3, value, NULL)) AS pinned, max(iif(place = 3, half, NULL)) AS pinned_half,
           max(iif(place = 4, value, NULL)) AS overlapped, max(iif(place = 4, half, NULL)) AS overlapped_half
    FROM contest GROUP BY workload, type, n, host, on_host, machine
),
threads_text AS (
    SELECT cpu_id, gpu_id, place, iif(most_threads = 1, NULL, coalesce(phrase, '–')) AS phrase FROM equivalent
)
SELECT w.workload, w.type, w.n, c.label || w.on_host || ', ' || c.threads || iif(c.threads = 1, ' thread', ' threads') || c.marks AS "CPU variant",
       1e3 * c.kernel_s AS "time (ms)", (c.kernel_high_s - c.kernel_low_s) / 2 * 1e3 AS "±", w.cpu_id AS point, gpu_variant AS "GPU variant (kernel)",
       kernel AS "speedup, kernel", kernel_half AS "±", kernel_id AS point, pageable AS "with pageable copies", pageable_half AS "±", pageable_id AS point,
       pinned AS "with pinned copies", pinned_half AS "±", pinned_id AS point, overlapped AS "overlapped", overlapped_half AS "±", overlapped_id AS point,
       k.phrase AS "equivalent threads, kernel", p.phrase AS "with copies",
       CASE WHEN b.cpu_id IS NULL THEN NULL WHEN repetitions IS NULL THEN 'never' ELSE repetitions END AS "break-even (repetitions)",
       CASE WHEN least IS NULL OR least IS most THEN NULL ELSE least || coalesce(' to ' || most, ' to never') END AS "95 % interval", kernel_id AS point
FROM by_way w
JOIN good c ON c.id = w.cpu_id
LEFT JOIN threads_text k ON k.cpu_id = w.cpu_id AND k.gpu_id = kernel_id AND k.place = 1
LEFT JOIN threads_text p ON p.cpu_id = w.cpu_id AND p.gpu_id = pageable_id AND p.place = 2
LEFT JOIN break_even b ON b.cpu_id = w.cpu_id AND b.gpu_id = pageable_id
ORDER BY w.workload, w.type, w.on_host, w.n;
