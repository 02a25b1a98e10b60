-- axes: logx logy
-- caption: At which n is the machine used best? Rate over n, both axes logarithmic, with intervals; ×p after a name: on p threads.
SELECT own, facet, title, series, n AS x, rate AS y, low_rate AS low, high_rate AS high, colour, point, dash, 'rate (' || rate_unit || ')' AS axis,
       few, rank, id
FROM over_sizes
ORDER BY own, facet, series, x, id;
