-- title: How near the upper rungs come to libraries and ceilings, over the sizes in column n.
-- baseline: cpu/blas or cuBLAS doing the same work on as many threads; the ceiling, on as many threads (of a transpose the copy of as much).
-- note: CPU variants on all threads, GPU variants computing alone. The rate is that at the largest n, the share and the ratio the lowest
--   of these n, the ratio also of thin products. Above 1 the library is slower. Empty: no library or ceiling, or rates surely above it. Smaller
--   n, where a call's own time counts: size-scaling.csv.
-- keys: 5
WITH rungs AS (
    SELECT *, json_array(workload, type, threads, variant, machine, host) AS rung FROM beside_library WHERE workload IN ('matmul', 'transpose', 'apsp')
),
times AS ( -- over the library, of products of few rows or columns too
    SELECT *, row_number() OVER (PARTITION BY rung ORDER BY value IS NULL, value, id) AS lowest,
           row_number() OVER (PARTITION BY rung ORDER BY value DESC, id) AS highest
    FROM (SELECT rung, over_library AS value, over_library_half AS half, apart, id FROM rungs
          UNION ALL SELECT json_array(workload, type, threads, variant, machine, host), value, half, apart, id FROM thin)
),
placed AS (
    SELECT *, row_number() OVER (PARTITION BY rung ORDER BY n DESC, id) AS largest,
           row_number() OVER (PARTITION BY rung ORDER BY share IS NULL, coalesce(share_half > 0.3 * share, 0), share, id) AS least,
           row_number() OVER (PARTITION BY rung ORDER BY coalesce(share_half > 0.3 * share, 0), share DESC, id) AS most,
           nullif(min(n) OVER (PARTITION BY rung), max(n) OVER (PARTITION BY rung)) AS from_n, max(share) OVER (PARTITION BY rung) IS NULL AS unbounded
    FROM rungs
),
ranked AS (
    SELECT *, rank() OVER (PARTITION BY workload, type, kind ORDER BY threads DESC, rate DESC) AS fastest,
           rank() OVER (PARTITION BY workload, type, kind ORDER BY unbounded, threads DESC, rate DESC) AS bounded
    FROM placed WHERE largest = 1
)
SELECT p.workload, p.type, iif(p.threads IS NULL, 'GPU', p.threads || iif(p.threads = 1, ' thread', ' threads')) AS "csv: on",
       p.variant || p.on_host AS variant, coalesce(p.from_n || ' to ', '') || p.n AS n, p.rate AS rate, p.rate_half AS "±", p.marks AS "^",
       p.rate_unit AS unit, p.library AS "csv: library", l.value AS "times the library: lowest", l.half AS "±", l.apart AS "apart",
       h.value AS "csv: times the library: highest", h.half AS "±", h.apart AS "apart", s.share AS "share of the ceiling (%): lowest", s.share_half AS "±",
       m.share AS "csv: share of the ceiling (%): highest", m.share_half AS "±", p.id AS point, (fastest = 1 OR bounded = 1) AND p.origin = 'here' AS shown
FROM ranked p
JOIN times l ON l.rung = p.rung AND l.lowest = 1 JOIN times h ON h.rung = p.rung AND h.highest = 1
JOIN placed s ON s.rung = p.rung AND s.least = 1 JOIN placed m ON m.rung = p.rung AND m.most = 1
ORDER BY p.workload = 'apsp', p.workload, p.type, p.threads IS NULL, p.threads, p.variant, p.on_host, p.machine;
