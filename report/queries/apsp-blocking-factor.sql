-- title: Report F: throughputs and integer instructions of phase 3 over the blocking factor, and the rate of the whole closure.
-- baseline: none; the ratio is published over measured, its interval that of the measured side.
-- note: GOPS: integer instructions per second in units of 2³⁰, several per relaxation. Counters are of single launches, one per run.
WITH row AS (
    SELECT line, quantity, block, published, value, half, mark, published / value AS ratio, published / value / value * half AS ratio_half, variant, n, runs,
           NULL AS id, machine
    FROM blocking
    UNION ALL
    SELECT NULL, 'whole closure (' || rate_unit || ')', block, NULL, rate, rate_half, marks, NULL, NULL, variant || on_host, n, rounds, id, NULL
    FROM measured WHERE experiment = 'apsp-blocking-factor'
)
SELECT quantity, block AS "blocking factor", published, value AS measured, half AS "±", mark AS "^", ratio, ratio_half AS "±", variant,
       n AS "csv: n", runs AS "csv: runs or rounds", id AS point, machine, quantity NOT LIKE '%store%' AS shown
FROM row
ORDER BY line IS NULL, line, block, variant, id;
