-- title: Points that were skipped, wrong, failed or timed out, and why.
SELECT status, replace(experiments, ';', ', ') AS experiment, workload, type, size AS n, variant || on_host AS variant, threads,
       coalesce(detail, 'no reason recorded') AS reason
FROM own_points
WHERE NOT is_right
ORDER BY experiments, workload, type, own_points.n, own_points.variant, threads, id;
