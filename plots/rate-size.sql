-- axes: logx logy
-- rounds: rate
-- x: n (matrices are n × n)
-- caption: At which n is the machine used best? Rate over n, both axes logarithmic, with intervals; ×p after a name: on p threads. GPU:
--   computing alone.
SELECT own, facet, title, series, n AS x, rate AS y, rate * ms / high_ms AS low, rate * ms / low_ms AS high, colour, point, dash,
       'rate (' || rate_unit || ')' AS axis, few, rank, id
FROM over_sizes
ORDER BY own, facet, series, x, id;
