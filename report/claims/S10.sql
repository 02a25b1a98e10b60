-- claim: Blocks of 8 × 8 always compute slower than those of 16 × 16.
SELECT min(coalesce(r.low > 1, 0)) AS surely, min(r.high > 1) AS possibly, max(a.origin) AS origin, max(a.machine) AS machine,
       printf('the kernels alone, in sequence, of %d cases: %s to %s times as long, intervals included', count(*), rounded(min(r.low)),
              rounded(max(r.high))) AS figures
FROM chosen a
JOIN chosen b ON b.experiment = a.experiment AND b.variant = a.variant AND b.n = a.n AND b.matrices = a.matrices AND b.transfer = a.transfer
JOIN ratio r ON r.above = a.id AND r.below = b.id AND r.clock = 'kernel'
WHERE a.experiment = 'transfer-overlap' AND a.kind = 'gpu' AND a.block = 8 AND b.block = 16 AND a.transfer IN ('pageable', 'pinned')
GROUP BY NULL HAVING count(*) > 0;
