-- title: How calm the machine was while it was measured.
-- empty: No point was measured here.
-- note: Disturbed is a sample beside which a fixed loop ran markedly slower than at its best; samples stay, and a round takes its
--   median over the calm ones where they are at least half. Steal is processor time that the hypervisor gave to others, load the
--   number of runnable threads of the machine; both are means over rounds. Empty: not told by this system or this build.
SELECT experiment, count(DISTINCT id) AS points, count(*) AS visits, sum(v.samples) AS samples,
       100.0 * sum(disturbed_share * v.samples) / sum(iif(disturbed_share IS NULL, NULL, v.samples)) AS "disturbed samples (%)", NULL AS "≈",
       iif(count(p.calm_share) = 0, NULL, count(DISTINCT iif(p.calm_share < 0.5, id, NULL))) AS "points mostly disturbed",
       100 * avg(steal) AS "steal (%)", NULL AS "≈", avg(load) AS "load: mean", NULL AS "≈", max(load) AS "load: highest", NULL AS "≈"
FROM visited v
JOIN points p USING (id)
JOIN members USING (id)
GROUP BY experiment
ORDER BY experiment;
