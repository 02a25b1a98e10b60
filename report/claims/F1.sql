-- claim: Reading grows with the edges m, the rest with the vertices n.
-- Reading is the file alone: the filling of the n² cells, which the published times at n 25000 cannot contain, is left out.
WITH breakdown AS (
    SELECT c.*, testcase IN (SELECT testcase FROM published_apsp_breakdown) AS full FROM compared c
    WHERE experiment = 'apsp-breakdown'
),
seen AS ( -- the reports' test cases, otherwise the small ones
    SELECT * FROM breakdown
    WHERE full OR testcase LIKE '%-small' AND NOT EXISTS (SELECT 1 FROM breakdown WHERE full)
),
pair AS ( -- in the order of m for reading, of n for the rest, apart by a factor of 1.3 or more
    SELECT a.origin, a.machine, e.clock, e.high_s < f.low_s AS in_order, e.low_s > f.high_s AS out_of_order
    FROM seen a
    JOIN seen b ON b.testcase <> a.testcase AND b.variant = a.variant
    JOIN estimate e ON e.id = a.id
    JOIN estimate f ON f.id = b.id AND f.clock = e.clock
    WHERE iif(e.clock = 'reading', 1.3 * a.edges < b.edges, 1.3 * a.n < b.n) AND e.clock IN ('reading', 'kernel', 'h2d', 'd2h', 'output')
),
counted AS (
    SELECT max(origin) AS origin, max(machine) AS machine, clock, count(*) AS pairs, sum(in_order) AS in_order,
           sum(out_of_order) AS out_of_order
    FROM pair GROUP BY clock
)
SELECT iif(count(in_order) = count(*), sum(pairs) = sum(in_order), NULL) AS surely, sum(out_of_order) = 0 AS possibly,
       iif((SELECT count(*) FROM seen) >= 5, coalesce('of pairs of test cases that lie apart by a factor of 1.3 or more, '
           || group_concat(CASE clock WHEN 'reading' THEN 'reading' WHEN 'kernel' THEN 'computing' WHEN 'h2d' THEN 'copying to the GPU'
                           WHEN 'd2h' THEN 'copying back' ELSE 'writing' END || ' is in order in ' || in_order || ', out of it in '
                           || out_of_order || ' of ' || pairs, ', '), 'not enough rounds'), NULL) AS figures,
       max(origin) AS origin, max(machine) AS machine,
       iif((SELECT count(*) FROM seen) > (SELECT count(*) FROM estimate JOIN seen USING (id) WHERE clock = 'reading'),
           'reading was not timed apart from filling the matrix', NULL) AS differs
FROM (SELECT * FROM counted ORDER BY instr('reading kernel h2d d2h output', clock));
