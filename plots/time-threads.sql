-- axes: logx logy
-- caption: Time over threads, both axes logarithmic, with intervals.
SELECT facet, title, series, threads AS x, kernel_ms AS y, 1e3 * kernel_low_s AS low, 1e3 * kernel_high_s AS high, colour, point, dash,
       NOT is_result AS few, own
FROM over_threads
JOIN drawn USING (variant, rank)
WHERE own
ORDER BY facet, series, x, id;
