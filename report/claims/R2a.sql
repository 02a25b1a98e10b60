-- claim: Through shared memory, blocks from 8 up are equal (within 10 %).
SELECT iif(count(*) = 3, max(kernel_ms) <= 1.1 * min(kernel_ms), NULL) AS holds,
       group_concat('block ' || x || ' {' || kernel_ms || '} ms', ', ') AS figures, max(machine) AS machine
FROM (SELECT * FROM sweep WHERE experiment = 'shared-block' AND x >= 8 AND kernel_ms IS NOT NULL ORDER BY line, id);
