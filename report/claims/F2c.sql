-- claim: Global load throughput is highest at blocking factor 16.
SELECT 0 AS surely, 1 AS possibly, -- counted in one launch a block: there is no interval
       iif(count(*) OVER () >= 4, 'counted in one launch each: global load throughput is highest at blocking factor ' || block || ', {'
           || value || '±} GB/s', NULL) AS figures,
       (SELECT max(machine) FROM measured WHERE experiment = 'apsp-blocking-factor' AND kind = 'gpu') AS machine
FROM counters
WHERE workload = 'apsp' AND kernel = 'rest' AND block IS NOT NULL AND metric = 'gld_gbs'
ORDER BY value DESC, block, variant LIMIT 1;
