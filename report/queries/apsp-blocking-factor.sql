-- title: Report F: throughputs and integer instructions of phase 3 over the blocking factor, and the rate of the whole closure.
-- baseline: none; the ratio is measured over published, its interval that of the measured side.
-- note: GOPS: integer instructions per second in units of 2³⁰, several per relaxation. Counters are of single launches, one per run.
WITH kind (metric, place, quantity) AS (
    VALUES ('gld_gbs', 1, 'global load (GB/s)'), ('gst_gbs', 2, 'global store (GB/s)'), ('shared_load_gbs', 3, 'shared load (GB/s)'),
           ('shared_store_gbs', 4, 'shared store (GB/s)'), ('integer_gops', 5, 'integer instructions (GOPS)')
),
line AS (
    SELECT place, quantity, block, published, value, half, mark, value / published AS ratio, half / published AS ratio_half, variant, n, runs,
           NULL AS id, machine
    FROM blocking JOIN kind USING (metric)
    UNION ALL
    SELECT 6, 'whole closure (' || rate_unit || ')', block, NULL, rate, rate_half, marks, NULL, NULL, variant || on_host, n, rounds, id, NULL
    FROM measured WHERE experiment = 'apsp-blocking-factor'
)
SELECT quantity, block AS "blocking factor", published, value AS measured, half AS "±", mark AS "^", ratio, ratio_half AS "±", variant,
       n AS "csv: n", runs AS "csv: runs or rounds", id AS point, machine, place IN (1, 3, 5, 6) AS shown
FROM line
ORDER BY place, block, variant, id;
