-- axes: logx logy
-- caption: Time over size, both axes logarithmic; ×p after a name: on p threads. GPU variants: the computing alone.
SELECT workload || '-' || type AS facet, workload || ', ' || type AS title,
       variant || iif(threads > 1, ' ×' || threads, '') || iif(origin = 'reference', ' (reference)', '') AS series,
       n AS x, kernel_ms AS y,
       kernel_low_s * 1e3 AS low, kernel_high_s * 1e3 AS high, colour, point, iif(threads = 1, 2, 1) AS dash
FROM compared c
JOIN look USING (variant)
WHERE experiment = 'size-scaling' AND (kind = 'gpu' OR origin = 'here')
  AND (threads IS NULL OR threads = (SELECT max(threads) FROM compared m WHERE m.experiment = c.experiment
                                     AND m.workload = c.workload AND m.variant = c.variant AND m.origin = c.origin))
ORDER BY facet, series, x;
