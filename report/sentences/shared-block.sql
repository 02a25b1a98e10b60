-- The best thread block, and what a block of one thread costs.
WITH best AS (
    SELECT * FROM sweep WHERE experiment = 'shared-block' AND kernel_ms IS NOT NULL
    ORDER BY kernel_ms, line, id LIMIT 1
)
SELECT opens || iif(r.low IS NULL, 'Not enough rounds on ' || b.machine || ' to tell the best block.',
           'A block of ' || b.x || ' × ' || b.x || ' threads is best on ' || b.machine || ', {' || b.kernel_ms || '±'
           || coalesce(b.kernel_half_ms, '') || '} ms; block 1 takes {' || r.value || '±' || coalesce(r.half, '') || '} times as long.') || closes
FROM best b
JOIN sweep s ON s.experiment = 'shared-block' AND s.x = 1
JOIN ratio r ON r.above = s.id AND r.below = b.id AND r.clock = 'kernel'
JOIN tone ON tone.origin = b.origin
ORDER BY s.id;
