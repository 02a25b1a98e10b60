-- axes: logx logy
-- rounds: rate
-- x: n (matrices are n × n)
-- caption: Rate over the size, both axes logarithmic, with intervals: of the variants that both machines measured the fastest, on the most threads
--   of each; GPU: computing alone.
SELECT workload || '-' || type || '-' || kind AS facet, workload || ', ' || type || ', ' || variant AS title,
       host || iif(threads > 1, ' ×' || threads, '') AS series, n AS x, rate AS y, rate * kernel_s / kernel_high_s AS low, rate * kernel_s / kernel_low_s AS high,
       colour, point, dash, 'rate (' || rate_unit || ')' AS axis, NOT is_result AS few, id
FROM beside_size b JOIN sides USING (host, place)
ORDER BY workload = 'apsp', facet, place, x;
