-- title: Report F: throughputs and integer instructions of phase 3 over the blocking factor, and the rate of the whole closure.
-- baseline: none; the ratio is measured over published, its interval that of the measured side.
-- note: The report's GOPS are integer instructions per second in units of 2³⁰, of phase 3 alone, several per relaxation, shown beside the
--   same counter here. Counters are of single launches, one per run, and empty if the profiler may not read them. The rate of the whole
--   closure, in relaxations, has no published counterpart.
WITH kind (metric, place, quantity) AS (
    VALUES ('gld_gbs', 1, 'global load (GB/s)'), ('gst_gbs', 2, 'global store (GB/s)'), ('shared_load_gbs', 3, 'shared load (GB/s)'),
           ('shared_store_gbs', 4, 'shared store (GB/s)'), ('integer_gops', 5, 'integer instructions (GOPS)')
),
line AS (
    SELECT place, quantity, block, 0 AS id, variant, n, published AS published, value || mark AS measured, half, value / published AS ratio,
           half / published AS ratio_half, runs
    FROM blocking JOIN kind USING (metric)
    UNION ALL
    SELECT 6, 'whole closure (' || rate_unit || ')', block, id, variant || on_host, n, NULL, rate || marks, rate_half, NULL, NULL, rounds
    FROM measured WHERE experiment = 'apsp-blocking-factor'
)
SELECT quantity, block AS "blocking factor", published, measured, half AS "±", ratio, ratio_half AS "±", variant, n, runs AS "runs or rounds", nullif(id, 0) AS point, iif(id = 0 AND measured IS NOT NULL, (SELECT machine FROM provenance WHERE source = 'counters'), NULL) AS machine
FROM line
ORDER BY place, block, variant, id;
