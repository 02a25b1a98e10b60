-- The number of edges per vertex up to which searches from every vertex win, at each size.
WITH size AS (
    SELECT n, on_host, max(iif(low > 1, 1.0 * edges / n, NULL)) AS searched, min(iif(high < 1, 1.0 * edges / n, NULL)) AS closed FROM sparse GROUP BY n, on_host
)
SELECT 'Of graphs of ' || group_concat(n || ' vertices' || on_host || ' '
       || CASE WHEN searched IS NOT NULL AND closed IS NOT NULL THEN 'those of {' || searched || '} edges a vertex and fewer are searched faster from every vertex, those of {' || closed || '} and more relaxed faster by every stop'
               WHEN searched IS NOT NULL THEN 'all that were measured, up to {' || searched || '} edges a vertex, are searched faster from every vertex'
               ELSE 'all that were measured, from {' || closed || '} edges a vertex on, are relaxed faster by every stop' END, '; ') || '.'
FROM (SELECT * FROM size WHERE searched IS NOT NULL OR closed IS NOT NULL ORDER BY n, on_host)
HAVING count(*) > 0;
