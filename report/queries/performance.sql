-- title: How near the upper rungs come to libraries and ceilings, over all sizes.
-- baseline: cpu/blas or cuBLAS doing the same work on as many threads; the ceiling, on as many threads (of a transpose the copy of as much).
-- note: CPU variants on all threads. The rate is that at the largest n, the two others are the lowest of all n. Above 1 the library is slower.
-- keys: 5
WITH placed AS (
    SELECT *, row_number() OVER (PARTITION BY rung ORDER BY n DESC, id) AS largest, min(n) OVER (PARTITION BY rung) AS least_n,
           first_value(id) OVER (PARTITION BY rung ORDER BY over_library IS NULL, over_library, id) AS lowest_id,
           first_value(id) OVER (PARTITION BY rung ORDER BY share IS NULL, share, id) AS least_id
    FROM (SELECT *, json_array(workload, type, threads, variant, machine, host) AS rung FROM beside_library)
    WHERE workload IN ('matmul', 'transpose', 'apsp')
),
ranked AS (
    SELECT *, rank() OVER (PARTITION BY workload, type, kind ORDER BY threads DESC, rate DESC) AS fastest,
           rank() OVER (PARTITION BY workload, type, kind ORDER BY share IS NULL, threads DESC, rate DESC) AS bounded
    FROM placed WHERE largest = 1
)
SELECT p.workload, p.type, p.processor AS "csv: on", p.variant || p.on_host AS variant, iif(least_n < p.n, least_n || ' to ', '') || p.n AS n,
       p.rate AS rate, p.rate_half AS "±", p.marks AS "^", p.rate_unit AS unit, p.id AS point, p.library AS "csv: library",
       l.over_library AS "times the library: lowest", l.over_library_half AS "±", lowest_id AS point,
       s.share AS "share of the ceiling (%): lowest", s.share_half AS "±", least_id AS point, fastest = 1 OR bounded = 1 AS shown
FROM ranked p JOIN beside_library l ON l.id = lowest_id JOIN good s ON s.id = least_id
ORDER BY p.workload = 'apsp', p.workload, p.type, p.threads IS NULL, p.threads, p.variant, p.on_host, p.machine;
