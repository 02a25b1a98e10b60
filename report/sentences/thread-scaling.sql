-- The fastest variant of each workload, of points with an interval, and what threads gave it.
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY workload, type 
                                 ORDER BY over_naive_low IS NULL OR over_own_low IS NULL, kernel_s, id) AS place
    FROM scaling
    WHERE n = largest_n AND over_naive IS NOT NULL AND over_own IS NOT NULL
),
line AS (
    SELECT iif(over_naive_low IS NULL OR over_own_low IS NULL, 'at ' || workload || ' (' || type || ', n ' || n
               || ') there were not enough rounds to tell the fastest', 'at ' || workload || ' (' || type || ', n ' || n || ') ' || variant || on_host || ' is the fastest, on ' || threads
               || iif(threads = 1, ' thread', ' threads') || ', ' || iif(naive_id = id, 'it is cpu/naive', over_naive_said || ' times cpu/naive')
               || iif(threads = 1, '', ' and ' || over_own_said || ' times one thread of itself')) AS text
    FROM ranked WHERE place = 1
    ORDER BY workload, type
)
SELECT upper(substr(all_text, 1, 1)) || substr(all_text, 2) || '.'
FROM (SELECT group_concat(text, '; ') AS all_text FROM line)
WHERE all_text IS NOT NULL;
