-- claim: Through shared memory, block 1 is 20 times slower.
SELECT r.low >= 0.9 * a.mean_ms / b.mean_ms AS surely, r.high >= 0.9 * a.mean_ms / b.mean_ms AS possibly,
       'block 1 takes {' || r.value || '±' || coalesce(r.half, '') || '} times as long as block 32; published {'
       || (a.mean_ms / b.mean_ms) || '}' AS figures, a.machine
FROM sweep a
JOIN sweep b ON b.experiment = a.experiment AND b.x = 32
JOIN ratio r ON r.above = a.id AND r.below = b.id AND r.clock = 'kernel'
WHERE a.experiment = 'shared-block' AND a.x = 1
ORDER BY a.id, b.id LIMIT 1;
