-- title: The answers of both machines.
-- baseline: one thread of the same variant for the speedup.
-- note: Recommended: the most threads with an efficiency of at least 70 %, of four or more counts.
-- keys: 2
WITH common AS (SELECT place AS workload_place, workload, title, type, n FROM answer WHERE host IN (SELECT host FROM sides) GROUP BY 1, 2, 3, 4, 5 HAVING count(*) = 2),
gpu AS ( -- at the largest size that both machines measured, unless it is much smaller than that of the answer
    SELECT c.*, max(c.n) OVER (PARTITION BY workload, type, c.place) AS most_n FROM contest c
    WHERE c.place < 3 AND (workload, type, n, place) IN (SELECT workload, type, n, place FROM contest WHERE NOT apart GROUP BY 1, 2, 3, 4 HAVING count(*) = 2)
),
cell AS (
    SELECT workload, host, line, figure, text, marks, point, line IN (1, 2, 4, 5) AS seen FROM answer_lines WHERE line > 0
    UNION ALL SELECT workload, host, 1.5, 'rate (' || rate_unit || ')', rounded(rate, rate_half), marks, best_id, 1 FROM answer
    UNION ALL SELECT g.workload, host, 5.1 + place, 'GPU over the best CPU variant, n ' || g.n || iif(place = 1, ', kernel alone', ', with ' || way), faster(value, half),
                     gpu_marks, gpu_id, 1 FROM gpu g JOIN common c USING (workload, type) WHERE g.n = most_n AND 8 * g.n >= c.n
)
SELECT title || ' (' || type || ', n ' || n || ')' AS workload, figure, max(iif(s.place = 1, text, NULL)) AS "{here}",
       max(iif(s.place = 1, marks, NULL)) AS "^", max(iif(s.place = 1, c.point, NULL)) AS point, max(iif(s.place = 2, text, NULL)) AS "{there}",
       max(iif(s.place = 2, marks, NULL)) AS "^", max(iif(s.place = 2, c.point, NULL)) AS point, max(seen) AS shown
FROM cell c JOIN common USING (workload) JOIN sides s USING (host)
GROUP BY workload_place, c.workload, line, figure
ORDER BY workload_place, c.workload, line, figure;
