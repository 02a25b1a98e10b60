-- The best thread block, and the cost of a block of one thread.
WITH best AS (
    SELECT * FROM sweep WHERE experiment = 'shared-block' AND kernel_ms IS NOT NULL
    ORDER BY kernel_ms, line, id LIMIT 1
)
SELECT opens || 'A block of ' || b.x || ' × ' || b.x || ' threads is best on ' || b.machine || ', {' || b.kernel_ms || '±'
       || b.kernel_half_ms || '} ms; block 1 takes {' || r.value || '±' || r.half || '} times as long.' || closes
FROM best b
JOIN sweep s ON s.experiment = 'shared-block' AND s.x = 1
JOIN ratio r ON r.above = s.id AND r.below = b.id AND r.clock = 'kernel'
JOIN tone ON tone.origin = b.origin
WHERE r.half IS NOT NULL
ORDER BY s.id;
