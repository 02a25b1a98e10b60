-- title: Points that were skipped, wrong, failed or timed out, and why.
SELECT status, replace(experiments, ';', ', ') AS experiment, workload, type, n, variant || on_host AS variant, threads,
       coalesce(detail, 'no reason recorded') AS reason
FROM points WHERE origin = 'here' AND NOT is_right
ORDER BY experiments, workload, type, n, points.variant, threads, id;
