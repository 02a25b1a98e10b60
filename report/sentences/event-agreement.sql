-- The largest difference between the two clocks.
WITH ranked AS (
    SELECT *, row_number() OVER (ORDER BY abs(ratio - 1) DESC, id) AS place FROM agreement WHERE is_result
),
line AS (
    SELECT 'On ' || machine || ' kernel times by events differ from those of the profiler by {' || (max(abs(ratio - 1)) * 100) || '±'
       || (SELECT 100 * (ratio_high - ratio_low) / 2 FROM ranked WHERE place = 1)
       || '} % at most, over ' || count(*) || ' kernels of {' || (min(profiler_s) * 1e6) || '±} us to {'
       || (max(profiler_s) * 1e3) || '±} ms; the largest difference is that of '
       || (SELECT workload || ' ' || variant || coalesce(', tile ' || tile, '') FROM ranked WHERE place = 1) || '.' AS text, origin
    FROM ranked
    GROUP BY origin, machine
    UNION ALL
    SELECT 'Not enough rounds on ' || max(machine) || ' to tell how far the two clocks differ.', origin
    FROM agreement WHERE NOT EXISTS (SELECT 1 FROM ranked) GROUP BY origin
)
SELECT opens || text || closes FROM line JOIN tone USING (origin) ORDER BY origin;
