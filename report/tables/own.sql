-- title: Sweeps of your own: every experiment that is not one of the study's.
-- baseline: cpu/naive on one thread for the same work, where it was measured.
-- empty: There are none. `speedup run` adds them: see `speedup run --help`, and name them with --experiment.
SELECT experiment, workload, type, n, variant || on_host AS variant, threads, schedule, coalesce(block || ' × ' || tile, block, tile) AS "block or tile", matrices, transfer, kernel_ms
       || marks AS "time (ms)",
       kernel_half_ms AS "±", iif(kind = 'gpu', total_ms, NULL) AS "end to end (ms)", total_half_ms AS "±",
       rate, rate_half AS "±", rate_unit AS unit, over_naive AS "speedup over cpu/naive", over_naive_half AS "±",
       iif(kind = 'gpu', total_over_naive, NULL) AS "end-to-end speedup over cpu/naive", total_over_naive_half AS "±",
       over_own AS "speedup over one thread of it", over_own_half AS "±", error_units AS "error (u√n)", NULL AS "≈", precision_class AS precision
FROM compared
WHERE origin = 'here' AND experiment NOT IN ('ceilings', 'thread-scaling', 'size-scaling', 'cpu-against-gpu',
    'openmp-threads',
    'weak-scaling', 'transpose-ladder', 'cuda-matmul', 'apsp-ladder', 'apsp-breakdown', 'apsp-blocking-factor',
    'transfer-overlap', 'thread-tile', 'shared-block', 'trace', 'event-agreement')
ORDER BY experiment, workload, type, n, compared.variant, threads, schedule, block, tile, matrices, transfer, id;
