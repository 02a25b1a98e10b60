-- The best thread block, and what a block of one thread costs.
WITH best AS (
    SELECT x, machine, kernel_ms FROM sweep WHERE experiment = 'shared-block' AND kernel_ms IS NOT NULL
    ORDER BY kernel_ms, line, id LIMIT 1
)
SELECT 'A block of ' || b.x || ' × ' || b.x || ' threads is best on ' || b.machine || ', {' || b.kernel_ms
       || '} ms; block 1 takes {' || (s.kernel_ms / b.kernel_ms) || '} times as long.'
FROM best b JOIN sweep s ON s.experiment = 'shared-block' AND s.x = 1
WHERE s.kernel_ms IS NOT NULL
ORDER BY s.id;
