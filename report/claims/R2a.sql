-- claim: Through shared memory, blocks from 8 up are equal (within 10 %).
WITH block AS (SELECT * FROM sweep WHERE experiment = 'shared-block' AND x >= 8 AND id IS NOT NULL)
SELECT min(coalesce(r.high <= 1.1, 0)) AS surely, min(r.low <= 1.1) AS possibly, max(a.origin) AS origin, max(a.machine) AS machine,
       (SELECT group_concat('block ' || x || ' ' || rounded(kernel_ms, kernel_half_ms) || ' ms', ', ')
        FROM (SELECT * FROM block ORDER BY x)) AS figures
FROM block a JOIN block b ON b.x <> a.x JOIN ratio r ON r.above = a.id AND r.below = b.id AND r.clock = 'kernel'
GROUP BY NULL HAVING count(*) = 6;
