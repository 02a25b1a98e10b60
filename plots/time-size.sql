-- axes: logx logy
-- rounds: time
-- x: n (matrices are n × n)
-- y: time (ms)
-- caption: How does the time grow with n? Both axes are logarithmic, with intervals; ×p after a name: on p threads. GPU: computing alone.
SELECT own, facet, title, series, n AS x, ms AS y, low_ms AS low, high_ms AS high, colour, point, dash, few, rank, id
FROM over_sizes WHERE own
ORDER BY own, facet, series, x, id;
