-- The fastest variant of each workload, where it has an interval, and its speedup over one thread.
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY workload, type ORDER BY kernel_s, id) AS place FROM scaling WHERE n = largest_n
),
line AS (
    SELECT 'at ' || workload || ' (' || type || ', n ' || n || ') ' || variant || on_host || ' is the fastest, on ' || threads || iif(threads = 1, ' thread', ' threads')
           || iif(naive_id = id OR over_naive_low IS NULL, '', ', ' || over_naive_text || ' times as fast as cpu/naive')
           || iif(threads = 1 OR over_own_low IS NULL, '', ', ' || over_own_text || ' times one thread of itself') AS text
    FROM ranked WHERE place = 1 AND is_result
    ORDER BY workload, type
)
SELECT 'A' || substr(group_concat(text, '; '), 2) || '.' FROM line HAVING count(*) > 0;
