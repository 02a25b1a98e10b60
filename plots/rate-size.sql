-- axes: logx logy
-- caption: Rate over size, both axes logarithmic, with intervals; ×p after a name: on p threads. GPU variants: computing alone.
SELECT facet, title, series, n AS x, rate AS y, rate * kernel_s / kernel_high_s AS low, rate * kernel_s / kernel_low_s AS high, colour, point,
       iif(threads = 1 AND rank = 1, 2, dash) AS dash, 'rate (' || rate_unit || ')' AS axis, NOT is_result AS few, own, id,
       iif(facet GLOB '*-gpu', 360, 440) AS width
FROM over_sizes
JOIN drawn USING (variant, rank)
ORDER BY own, facet, series, x, id;
