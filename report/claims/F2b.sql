-- claim: Shared-memory load throughput is highest at blocking factor 32.
SELECT iif(count(*) OVER () >= 4, block = 32, NULL) AS holds,
       'shared-memory load throughput is highest at blocking factor ' || block || ', {' || value || '} GB/s' AS figures,
       (SELECT max(machine) FROM measured WHERE experiment = 'apsp-blocking-factor' AND kind = 'gpu') AS machine
FROM counters
WHERE workload = 'apsp' AND kernel = 'rest' AND block IS NOT NULL AND metric = 'shared_load_gbs'
ORDER BY value DESC, block, variant LIMIT 1;
