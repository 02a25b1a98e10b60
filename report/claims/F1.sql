-- claim: Reading grows with the edges m, the rest with the vertices n.
WITH breakdown AS (
    SELECT *, testcase IN (SELECT testcase FROM published_apsp_breakdown) AS full FROM compared
    WHERE experiment = 'apsp-breakdown'
),
seen AS ( -- the reports' test cases, or where there are none the small ones
    SELECT * FROM breakdown
    WHERE full OR testcase LIKE '%-small' AND NOT EXISTS (SELECT 1 FROM breakdown WHERE full)
)
SELECT iif(count(*) >= 5,
           sum(1.3 * a.edges < b.edges AND a.input_s > b.input_s) = 0
           AND sum(1.3 * a.n < b.n AND (a.kernel_s > b.kernel_s OR a.output_s > b.output_s OR coalesce(a.h2d_s > b.h2d_s, 0)
                                        OR coalesce(a.d2h_s > b.d2h_s, 0))) = 0, NULL) AS holds,
       'of pairs of test cases that lie apart by a factor of 1.3 or more, reading is out of the order of m in '
       || sum(1.3 * a.edges < b.edges AND a.input_s > b.input_s) || ' of ' || sum(1.3 * a.edges < b.edges)
       || ', computing out of the order of n in ' || sum(1.3 * a.n < b.n AND a.kernel_s > b.kernel_s) || ' of '
       || sum(1.3 * a.n < b.n)
       || coalesce(', copying in ' || sum(1.3 * a.n < b.n AND (a.h2d_s > b.h2d_s OR a.d2h_s > b.d2h_s)), '')
       || ', writing in ' || sum(1.3 * a.n < b.n AND a.output_s > b.output_s) AS figures,
       max(a.machine) AS machine
FROM seen a
JOIN seen b ON b.testcase <> a.testcase AND b.variant = a.variant;
