-- The best thread block, and what a block of one thread costs.
WITH best AS (
    SELECT x, machine, min(kernel_ms) AS least_ms FROM sweep WHERE experiment = 'shared-block'
           AND kernel_ms IS NOT NULL
)
SELECT 'A block of ' || b.x || ' × ' || b.x || ' threads is best on ' || b.machine || ', {' || b.least_ms
       || '} ms; block 1 takes {'
       || (s.kernel_ms / b.least_ms) || '} times as long.'
FROM best b JOIN sweep s ON s.experiment = 'shared-block' AND s.x = 1
WHERE s.kernel_ms IS NOT NULL;
