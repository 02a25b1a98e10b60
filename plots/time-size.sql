-- axes: logx logy
-- caption: Time over size, both axes logarithmic, with intervals; ×p after a name: on p threads. GPU variants: computing alone.
SELECT facet, title, series, n AS x, kernel_ms AS y, kernel_low_s * 1e3 AS low, kernel_high_s * 1e3 AS high, colour, point,
       iif(threads = 1 AND rank = 1, 2, dash) AS dash, NOT is_result AS few, own, id,
       iif(facet GLOB '*-gpu', 360, 440) AS width
FROM over_sizes
JOIN drawn USING (variant, rank)
ORDER BY own, facet, series, x, id;
