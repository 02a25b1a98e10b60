-- The fastest point of each own sweep at its largest size, if it has an interval.
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY experiment, workload, type, host ORDER BY n DESC, kernel_s, id) AS place
    FROM swept
)
SELECT experiment || ', ' || workload || ' ' || type || on_host || ': the fastest at n ' || n || ' is **' || series || '**'
       || iif(threads > 1, ' on ' || threads || ' threads', '') || ', {' || kernel_ms || '±' || kernel_half_ms || '} ms'
       || iif(threads > 1 AND over_own_low IS NOT NULL, ', ' || over_own_text || ' times as fast as on one thread', '') || '.'
FROM ranked WHERE place = 1 AND is_result
ORDER BY experiment, workload, type, host;
