-- title: The answers of both machines.
-- baseline: one thread of the same variant for the speedup; for the GPU its own machine's best CPU variant.
-- note: Recommended: the most threads with an efficiency of at least 70 %, of four or more counts.
-- keys: 2
WITH gpu AS ( -- at the largest size that both machines measured, unless it is much smaller than that of the answer
    SELECT c.*, a.title, a.place AS workload_place, 8 * c.n >= a.n AND c.n = max(c.n) OVER (PARTITION BY workload, type, c.place) AS is_largest
    FROM contest c JOIN answer a USING (workload, type, host)
    WHERE c.place < 3 AND (workload, type, c.n, c.place) IN (SELECT workload, type, n, place FROM contest WHERE NOT apart GROUP BY 1, 2, 3, 4 HAVING count(*) = 2)
),
cell AS (
    SELECT title, place, host, line, figure, text, marks, point, line IN (0, 1, 2, 4, 5) AS seen FROM answer_lines
    UNION ALL SELECT title, place, host, 1.5, 'rate (' || rate_unit || ')', rounded(rate, rate_half), replace(marks, 'apart ', ''), best_id, 1 FROM answer
    UNION ALL SELECT title, workload_place, host, 5.1 + place, 'GPU, n ' || n || iif(place = 1, ', kernel alone', ', with ' || way),
                     faster(value, half), gpu_marks, gpu_id, 1 FROM gpu WHERE is_largest
)
SELECT title AS workload, figure, max(iif(s.place = 1, text, NULL)) AS "{here}", max(iif(s.place = 1, marks, NULL)) AS "^",
       max(iif(s.place = 1, c.point, NULL)) AS point, max(iif(s.place = 2, text, NULL)) AS "{there}", max(iif(s.place = 2, marks, NULL)) AS "^",
       max(iif(s.place = 2, c.point, NULL)) AS point, max(seen) AS shown
FROM cell c JOIN sides s USING (host)
GROUP BY c.place, title, line, figure
ORDER BY c.place, title, line, figure;
