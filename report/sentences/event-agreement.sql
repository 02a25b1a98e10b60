-- The largest difference between the two clocks, of points with an interval.
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY origin, machine ORDER BY abs(ratio - 1) DESC, id) AS place FROM agreement WHERE is_result
)
SELECT opens || 'On ' || machine || ' kernel times by events differ from those of the profiler by {' || (100 * max(abs(ratio - 1))) || '±'
       || max(iif(place = 1, 50 * (ratio_high - ratio_low), NULL)) || '} % at most, over ' || count(*) || ' kernels of {' || (1e6 * min(profiler_s)) || '±} us to {'
       || (1e3 * max(profiler_s)) || '±} ms; the largest difference is that of '
       || max(iif(place = 1, workload || ' ' || variant || coalesce(', tile ' || tile, ''), NULL)) || '.' || closes
FROM ranked JOIN tone USING (origin)
GROUP BY origin, machine, opens, closes
ORDER BY origin;
