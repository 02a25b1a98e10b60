-- The error of the model of shared work, and the efficiency that it predicts.
WITH error AS (
    SELECT count(*) AS points, max(abs(kernel_s / f.time_s - 1)) AS most FROM predicted f JOIN good USING (id) WHERE f.origin = 'here'
),
drawn AS ( -- the fastest of each workload and kind on the most workers
    SELECT * FROM drawn_out WHERE place = 1
),
far AS (
    SELECT d.workload, d.type, d.variant, d.on_host, d.kind, s.way, max(iif(efficiency >= 0.5, s.workers, NULL)) AS half, max(s.workers) AS most,
           max(iif(s.workers = 1024, efficiency, NULL)) AS at_most
    FROM drawn d JOIN scale_out s USING (code) WHERE way IN ('memory', 'grid') GROUP BY d.code, way
)
SELECT 'A model of computing and messages (report/scale_out.sql has its assumptions) was off by {' || (100 * most) || '} % at most on ' || points || iif(points = 1, ' point', ' points')
       || ' of several ' || (SELECT group_concat(DISTINCT iif(kind = 'gpus', 'GPUs', 'processes')) FROM drawn) || '. It predicts, with as large a part of the matrix each: '
       || (SELECT group_concat(workload || ' ' || variant || on_host || iif(way = 'grid', ' in a grid', '') || ' '
                  || iif(at_most >= 0.5, 'an efficiency of {' || at_most || '} on 1024', 'an efficiency of at least 0.5 up to ' || half), '; ')
           FROM (SELECT * FROM far ORDER BY workload, type, variant, way DESC))
       || '.'
FROM error WHERE points > 0;
