-- axes: logx logy
-- caption: Rate over threads, both axes logarithmic, with intervals.
SELECT facet, title, series, threads AS x, rate AS y, rate * kernel_s / kernel_high_s AS low, rate * kernel_s / kernel_low_s AS high,
       colour, point, dash, NOT is_result AS few, own, 'rate (' || rate_unit || ')' AS axis
FROM over_threads
JOIN drawn USING (variant, rank)
WHERE own
ORDER BY facet, series, x, id;
