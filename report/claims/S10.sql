-- claim: Blocks of 8 × 8 always compute slower than those of 16 × 16.
SELECT iif(count(r.low) = count(*), min(r.low > 1), NULL) AS surely, min(r.high > 1) AS possibly,
       coalesce('the kernels alone, in sequence, of ' || count(*) || ' cases: ' || rounded(min(r.low)) || ' to ' || rounded(max(r.high)
               ) || ' times as long, intervals included', 'not enough rounds') AS figures, max(a.origin) AS origin, max(a.machine) AS machine
FROM chosen a
JOIN chosen b ON b.experiment = a.experiment AND b.variant = a.variant AND b.n = a.n AND b.matrices = a.matrices AND b.transfer = a.transfer
     AND b.block = 16
JOIN ratio r ON r.above = a.id AND r.below = b.id AND r.clock = 'kernel'
WHERE a.experiment = 'transfer-overlap' AND a.kind = 'gpu' AND a.block = 8 AND a.transfer IN ('pageable', 'pinned')
HAVING count(*) > 0;
