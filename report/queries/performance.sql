-- title: How near the upper rungs come to libraries and ceilings, over all sizes of the experiment peers.
-- baseline: a library that does the same work, on as many threads; the ceiling, on as many threads (of a transpose the copy of as much).
-- empty: Not measured here (experiments/peers.sh).
-- note: The rate is that at the largest n. Above 1 the library is slower.
-- keys: 5
WITH beside AS (
    SELECT *, over_library AS value, over_library_half AS half, ceiling_share * 100 AS share, (ceiling_share_high - ceiling_share_low) * 50 AS share_half
    FROM beside_library WHERE workload IN ('matmul', 'transpose', 'apsp')
),
placed AS (
    SELECT *, row_number() OVER (rung ORDER BY n DESC, id) AS largest,
           row_number() OVER (rung ORDER BY value IS NULL, value, id) AS lowest, row_number() OVER (rung ORDER BY value DESC, id) AS highest,
           row_number() OVER (rung ORDER BY share IS NULL, share, id) AS least, row_number() OVER (rung ORDER BY share DESC, id) AS most,
           min(n) OVER rung AS from_n, max(n) OVER rung AS to_n
    FROM beside WINDOW rung AS (PARTITION BY workload, type, threads, variant, machine, host)
)
SELECT p.workload, p.type, iif(p.threads IS NULL, 'GPU', p.threads || iif(p.threads = 1, ' thread', ' threads')) AS "on", p.variant || p.on_host AS variant,
       iif(p.from_n = p.to_n, '', p.from_n || ' to ') || p.to_n AS n, p.rate AS rate, p.rate_half AS "±", p.marks AS "^", p.rate_unit AS unit, p.id AS point,
       p.library, l.value AS "times the library: lowest", l.half AS "±", l.id AS point, h.value AS "times the library: highest", h.half AS "±", h.id AS point,
       s.share AS "share of the ceiling (%): lowest", s.share_half AS "±", s.id AS point, m.share AS "share of the ceiling (%): highest", m.share_half AS "±", m.id AS point
FROM placed p
JOIN placed l USING (workload, type, variant, machine, host) JOIN placed h USING (workload, type, variant, machine, host)
JOIN placed s USING (workload, type, variant, machine, host) JOIN placed m USING (workload, type, variant, machine, host)
WHERE p.largest = 1 AND l.lowest = 1 AND h.highest = 1 AND s.least = 1 AND m.most = 1
    AND l.threads IS p.threads AND h.threads IS p.threads AND s.threads IS p.threads AND m.threads IS p.threads
ORDER BY p.workload = 'apsp', p.workload, p.type, p.threads IS NULL, p.threads, p.variant, p.on_host, p.machine;
