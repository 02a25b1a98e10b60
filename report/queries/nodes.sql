-- title: The same points on several hosts of a kind.
-- baseline: the median of the hosts, point by point.
-- note: Of points with an interval. Check a host that is significantly slower at several points: another clock, a busy neighbor, a worn part.
WITH time AS (
    SELECT host, variant || ', ' || workload || ' n ' || n || iif(threads = '', '', ', ' || threads || iif(threads = '1', ' thread', ' threads')) AS label,
           json_array(machine, workload, type, n, variant, threads, schedule, block, tile, edges, graph, matrices, transfer, iterations, places, bind,
                      cache, seed) AS point,
           ln(kernel_median_s) AS log_s, kernel_ci_low_s + 0.0 AS low_s, kernel_ci_high_s + 0.0 AS high_s
    FROM hosts_here WHERE kernel_ci_low_s <> ''
),
placed AS (
    SELECT *, row_number() OVER (PARTITION BY point ORDER BY log_s, host) AS place, count(*) OVER (PARTITION BY point) AS hosts FROM time
),
middle AS (
    SELECT point, exp(avg(log_s)) AS middle_s FROM placed WHERE hosts > 1 AND place IN ((hosts + 1) / 2, hosts / 2 + 1) GROUP BY point
),
over AS (
    SELECT *, exp(log_s) / middle_s AS value, (high_s - low_s) / 2 / middle_s AS half,
           row_number() OVER (PARTITION BY host ORDER BY log_s - ln(middle_s) DESC, point) AS worst
    FROM time JOIN middle USING (point)
)
SELECT host, count(*) AS points, exp(avg(ln(value))) AS "time over the median's, mean", NULL AS "≈", max(value) AS "at worst",
       max(iif(worst = 1, half, NULL)) AS "±", max(iif(worst = 1, label, NULL)) AS "there", sum(low_s / middle_s > 1.05) AS "surely 5 % slower at points"
FROM over
GROUP BY host
ORDER BY 3 DESC, host;
