-- The largest difference between the two clocks.
WITH ranked AS (
    SELECT *, row_number() OVER (ORDER BY abs(ratio - 1) DESC, id) AS place FROM agreement
)
SELECT 'On ' || machine || ' kernel times by events differ from those of the profiler by {' || (max(abs(ratio - 1)) * 100)
       || '} % at most, over ' || count(*) || ' kernels of {' || (min(profiler_s) * 1e6) || '} us to {'
       || (max(profiler_s) * 1e3) || '} ms; the largest difference is that of '
       || (SELECT workload || ' ' || variant || coalesce(', tile ' || tile, '') FROM ranked WHERE place = 1) || '.'
FROM agreement
GROUP BY machine
ORDER BY machine;
