-- The fastest variant of each workload, and what threads gave it.
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY workload, type ORDER BY kernel_s, id) AS place
    FROM scaling
    WHERE n = largest_n AND over_naive IS NOT NULL AND over_own IS NOT NULL
),
line AS (
    SELECT 'at ' || workload || ' (' || type || ', n ' || n || ') ' || variant || on_host || ' is the fastest, on ' || threads
               || iif(threads = 1, ' thread', ' threads') || ', {' || over_naive || '} times cpu/naive'
               || iif(threads = 1, '', ' and {' || over_own || '} times one thread of itself') AS text
    FROM ranked WHERE place = 1
    ORDER BY workload, type
)
SELECT upper(substr(all_text, 1, 1)) || substr(all_text, 2) || '.'
FROM (SELECT group_concat(text, '; ') AS all_text FROM line)
WHERE all_text IS NOT NULL;
