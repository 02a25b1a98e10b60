-- The fastest variant of each workload, where it has an interval, and what threads gave it.
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY workload, type ORDER BY kernel_s, id) AS place FROM scaling WHERE n = largest_n
),
line AS (
    SELECT iif(NOT is_result, 'at ' || workload || ' (' || type || ', n ' || n
               || ') there were not enough rounds to tell the fastest', 'at ' || workload || ' (' || type || ', n ' || n || ') ' || variant || on_host || ' is the fastest, on ' || threads
               || iif(threads = 1, ' thread', ' threads') || CASE WHEN naive_id = id THEN '' WHEN over_naive_low IS NULL THEN ''
                                                                  ELSE ', ' || over_naive_said || ' times as fast as cpu/naive' END
               || iif(threads = 1 OR over_own_low IS NULL, '', ', ' || over_own_said || ' times one thread of itself')) AS text
    FROM ranked WHERE place = 1
    ORDER BY workload, type
)
SELECT upper(substr(all_text, 1, 1)) || substr(all_text, 2) || '.'
FROM (SELECT group_concat(text, '; ') AS all_text FROM line)
WHERE all_text IS NOT NULL;
