-- claim: Through shared memory, block 1 is 20 times slower.
SELECT a.origin, a.machine, 'block 1 takes ' || rounded(r.value, r.half) || ' times as long as block 32' AS figures,
       a.mean_ms / b.mean_ms AS published, r.low, r.high
FROM sweep a JOIN sweep b USING (experiment) JOIN ratio r ON r.above = a.id AND r.below = b.id AND r.clock = 'kernel'
WHERE experiment = 'shared-block' AND a.x = 1 AND b.x = 32;
