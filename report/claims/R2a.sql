-- claim: Through shared memory, blocks from 8 up are equal (within 10 %).
WITH block AS (SELECT * FROM sweep WHERE experiment = 'shared-block' AND x >= 8 AND id IS NOT NULL),
pair AS (SELECT r.* FROM block a JOIN block b ON b.x <> a.x JOIN ratio r ON r.above = a.id AND r.below = b.id AND r.clock = 'kernel')
SELECT (SELECT iif(count(high) = count(*), max(high) <= 1.1, NULL) FROM pair) AS surely, max(origin) AS origin, max(machine) AS machine,
       (SELECT iif(count(low) = count(*), max(low) <= 1.1, NULL) FROM pair) AS possibly,
       iif(count(*) = 3, group_concat('block ' || x || ' ' || rounded(kernel_ms, kernel_half_ms) || ' ms', ', '), NULL) AS figures
FROM (SELECT * FROM block ORDER BY line);
