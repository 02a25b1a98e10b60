-- axes: zeroy
-- caption: Speedup over one thread of the same code, with the interval of the ratio, formed a round. The dashed line is ideal: p threads, p times as fast.
SELECT workload || '-' || type AS facet, workload || ', ' || type || ', n ' || n AS title, variant || on_host AS series,
       threads AS x, over_own AS y, over_own_low AS low, over_own_high AS high, colour, point,
       most_threads AS top, over_own_low IS NULL AS few
FROM scaling
JOIN look USING (variant)
WHERE n = largest_n AND most_threads > 1
ORDER BY facet, series, x, id;
