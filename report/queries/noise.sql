-- title: Noise while the points were measured.
-- note: Slowdown is the time of a fixed loop beside each sample over its shortest in the run. Steal is processor time that the hypervisor
--   gave to others, load the number of runnable threads. Means over rounds.
SELECT experiment, count(DISTINCT id) AS points, count(*) AS batches, sum(samples) AS samples, avg(noise) AS "reference loop: slowdown", NULL AS "≈",
       100 * avg(steal) AS "steal (%)", NULL AS "≈", avg(load) AS "load: mean", NULL AS "≈", max(load) AS "load: highest", NULL AS "≈"
FROM batch JOIN members USING (id) WHERE origin = 'here'
GROUP BY experiment
ORDER BY experiment;
