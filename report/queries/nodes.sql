-- title: The same points on several hosts of a kind.
-- baseline: the median of the hosts, point by point.
-- note: Of points with an interval. Check a host that is significantly slower at several points: another clock, a busy neighbor, a worn part.
WITH time AS (
    SELECT host, ln(kernel_s) AS log_s, ln(kernel_low_s) AS low, json_array(machine, workload, type, n, variant, threads, schedule, block,
               tile, edges, graph, matrices, transfer, iterations, places, bind, cache, seed, parameters) AS point
    FROM hosts WHERE kernel_low_s IS NOT NULL
),
middle AS (
    SELECT point, avg(log_s) AS middle
    FROM (SELECT *, row_number() OVER (PARTITION BY point ORDER BY log_s) AS place, count(*) OVER (PARTITION BY point) AS hosts FROM time)
    WHERE hosts > 1 AND 2 * place BETWEEN hosts AND hosts + 2 GROUP BY point
)
SELECT host, count(*) AS points, exp(avg(log_s - middle)) AS "time over the median's, mean", NULL AS "≈",
       exp(max(log_s - middle)) AS "at worst", NULL AS "≈", sum(low - middle > ln(1.05)) AS "surely 5 % slower at points"
FROM time JOIN middle USING (point)
GROUP BY host
ORDER BY 3 DESC, host;
