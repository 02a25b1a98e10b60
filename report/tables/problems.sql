-- title: Points that were skipped, wrong, failed or timed out, and why.
-- empty: There are none.
SELECT status, experiment, workload, type, n, variant, threads, coalesce(detail, 'no reason recorded') AS reason
FROM points
WHERE origin = 'here' AND status <> 'ok'
ORDER BY experiment, workload, type, n, variant, threads, id;
