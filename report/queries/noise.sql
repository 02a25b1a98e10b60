-- title: Noise while the points were measured.
-- note: Slowdown is the time of a fixed loop beside each sample over its shortest in the run. Steal is processor time that the hypervisor
--   gave to others, load the number of runnable threads. Means over rounds.
-- Rounded, as the last digits of a mean of fractions depend on the order of its sum.
SELECT experiment, count(DISTINCT id) AS points, count(*) AS batches, sum(samples) AS samples, round(avg(noise), 3) AS "reference loop: slowdown", NULL AS "≈",
       round(100 * avg(steal), 3) AS "steal (%)", NULL AS "≈", avg(load) AS "load: mean", NULL AS "≈", max(load) AS "load: highest", NULL AS "≈"
FROM batch JOIN members USING (id) WHERE origin = 'here'
GROUP BY experiment
ORDER BY experiment;
