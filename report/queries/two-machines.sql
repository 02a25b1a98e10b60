-- title: The leading GPU rungs on this machine and on the reference.
-- baseline: the same point on the reference machine.
-- note: Kernels alone, at the largest n of the fastest rung that both machines measured. Above 1 this machine is faster.
-- keys: 4
WITH twin AS ( -- of a variant the fastest block, tile and way to copy here
    SELECT h.*, reference_id, r.kernel_s AS reference_s, r.kernel_low_s AS reference_low_s, r.kernel_high_s AS reference_high_s,
           r.rate AS reference_rate, r.status AS reference_status,
           row_number() OVER (PARTITION BY h.workload, h.type, h.n, h.variant ORDER BY h.kernel_s, h.id, reference_id) AS choice
    FROM twins JOIN good h ON h.id = here_id JOIN points r ON r.id = reference_id
),
led AS (SELECT *, first_value(variant) OVER (PARTITION BY workload, type ORDER BY rate DESC, id) AS leader FROM twin WHERE choice = 1),
ranked AS (
    SELECT *, max(iif(variant = leader, n, NULL)) OVER (PARTITION BY workload, type) AS leader_n,
           rank() OVER (PARTITION BY workload, type, n ORDER BY kernel_s, id) AS place
    FROM led
)
SELECT t.workload, type, n, variant || on_host AS variant, rate AS "rate", rate_half AS "±", marks AS "^", rate_unit AS unit,
       t.id AS point, reference_rate AS "rate on the reference",
       reference_rate * (reference_high_s - reference_low_s) / 2 / reference_s AS "±",
       iif(reference_status = 'reduced', 'reduced ref', 'ref') AS "^", k.value AS "times as fast as there", k.half AS "±",
       e.value AS "csv: with copies", e.half AS "±", reference_id AS point,
       n = leader_n AND place <= iif(t.workload IN ('matmul', 'transpose', 'apsp'), 3, 1) AS shown
FROM ranked t
JOIN ratio k ON k.above = reference_id AND k.below = t.id AND k.clock = 'kernel'
LEFT JOIN ratio e ON e.above = reference_id AND e.below = t.id AND e.clock = 'total'
ORDER BY t.workload = 'apsp', t.workload, type, n, kernel_s, t.variant, t.id;
