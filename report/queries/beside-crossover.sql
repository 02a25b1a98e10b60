-- title: The size from which the GPU of each machine wins against its own CPU.
-- baseline: the best CPU variant of the machine at each size, on any number of threads.
-- note: The n at which CPU time over GPU time passes 1 for good, interpolated on logarithmic axes, and its interval. Machines that measured other
--   sizes may differ by that.
-- keys: 3
SELECT workload, type, coalesce(substr(way, 1, nullif(instr(way, ','), 0) - 1), way) AS "what the GPU does",
       max(iif(s.place = 1, phrase || coalesce(' (' || interval_text || ')', ''), NULL)) AS "{here}", max(iif(s.place = 1, gpu_marks, NULL)) AS "^",
       max(iif(s.place = 1, apart, NULL)) AS "apart",
       max(iif(s.place = 1, gpu_id, NULL)) AS point, max(iif(s.place = 1, least_n || ' to ' || most_n, NULL)) AS "csv: sizes here",
       max(iif(s.place = 2, phrase || coalesce(' (' || interval_text || ')', ''), NULL)) AS "{there}", max(iif(s.place = 2, gpu_marks, NULL)) AS "^",
       max(iif(s.place = 2, apart, NULL)) AS "apart",
       max(iif(s.place = 2, gpu_id, NULL)) AS point, max(iif(s.place = 2, least_n || ' to ' || most_n, NULL)) AS "csv: sizes there"
FROM crossover c JOIN sides s USING (host) WHERE sizes > 1
GROUP BY workload, type, c.place
ORDER BY workload = 'apsp', workload, type, c.place;
