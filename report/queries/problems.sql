-- title: Points that were skipped, wrong, failed or timed out, and why.
SELECT status, replace(experiments, ';', ', ') AS experiment, workload, type, size AS n, name || on_host AS variant, threads,
       coalesce(detail, 'no reason recorded') AS reason
FROM (SELECT status, experiments, workload, type, n, n AS size, variant AS name, on_host, threads, detail, id, is_right FROM points WHERE origin = 'here'
      UNION ALL SELECT status, experiments, workload, type, n, shape, variant, '', threads, detail, line, is_right FROM shaped)
WHERE NOT is_right
ORDER BY experiments, workload, type, n, name, threads, id;
