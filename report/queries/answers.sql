-- title: The answers in numbers.
-- baseline: one thread of the same variant for speedup and efficiency.
-- keys: 1
-- note: The best variant is the fastest at that size. Recommended: the largest thread count with an efficiency of at least 70 %. Equivalent
--   threads and break-even are of the GPU (see CPU against GPU).
WITH cell AS (
    SELECT workload, on_host, 1 AS line, 'type and size' AS figure, type || ', n ' || n AS text, '' AS marks, best_id AS id FROM answered
    UNION ALL SELECT workload, on_host, 2, 'best variant', best_phrase, marks, best_id FROM answered
    UNION ALL SELECT workload, on_host, 3, 'speedup on all threads', rounded(over_own, over_own_half) || ' on ' || all_threads, '', all_id FROM answered
    UNION ALL SELECT workload, on_host, 4, 'efficiency on all threads', rounded(efficiency, efficiency_half), '', all_id FROM answered
    UNION ALL SELECT workload, on_host, 5, 'recommended threads', recommended, '', best_id FROM answered
    UNION ALL SELECT workload, on_host, 6, 'share of the ceiling (%)', rounded(share, share_half), '', best_id FROM answered
    UNION ALL SELECT workload, on_host, 7, 'equivalent threads', iif(most_threads > 1, coalesce(equivalent, 'of no number'), NULL), '', kernel_id FROM answered
    UNION ALL SELECT workload, on_host, 8, 'break-even (repetitions)', repetitions, '', copies_id FROM answered
    UNION ALL SELECT workload, on_host, 9, 'energy of a result, CPU (J)', cpu_joule, '', cpu_energy_id FROM answered
    UNION ALL SELECT workload, on_host, 10, 'energy of a result, GPU (J)', gpu_joule, gpu_energy_marks, gpu_energy_id FROM answered
)
SELECT figure || on_host AS figure,
       max(iif(workload = 'matmul', text, NULL)) AS "matrix multiply", max(iif(workload = 'matmul', marks, NULL)) AS "^", max(iif(workload = 'matmul', id, NULL)) AS point,
       max(iif(workload = 'transpose', text, NULL)) AS transpose, max(iif(workload = 'transpose', marks, NULL)) AS "^", max(iif(workload = 'transpose', id, NULL)) AS point,
       max(iif(workload = 'apsp', text, NULL)) AS "shortest paths", max(iif(workload = 'apsp', marks, NULL)) AS "^", max(iif(workload = 'apsp', id, NULL)) AS point
FROM cell WHERE text IS NOT NULL
GROUP BY on_host, line
ORDER BY on_host, line;
