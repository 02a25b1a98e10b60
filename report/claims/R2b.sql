-- claim: Through shared memory, block 1 is 20 times slower.
SELECT a.kernel_ms / b.kernel_ms >= 0.9 * a.mean_ms / b.mean_ms AS holds,
       'block 1 takes {' || (a.kernel_ms / b.kernel_ms) || '} times as long as block 32; published {'
       || (a.mean_ms / b.mean_ms) || '}' AS figures, a.machine
FROM sweep a
JOIN sweep b ON b.experiment = a.experiment AND b.x = 32
WHERE a.experiment = 'shared-block' AND a.x = 1 AND a.kernel_ms IS NOT NULL
ORDER BY a.id, b.id LIMIT 1;
