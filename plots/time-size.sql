-- axes: logx logy
-- caption: Time over size, both axes logarithmic, with intervals; ×p after a name: on p threads. GPU variants: the computing alone.
SELECT workload || '-' || type || '-' || kind AS facet,
       workload || ', ' || type || ', ' || upper(kind) || ' of ' || machine AS title,
       variant || iif(threads > 1, ' ×' || threads, '') || on_host AS series,
       n AS x, kernel_ms AS y,
       kernel_low_s * 1e3 AS low, kernel_high_s * 1e3 AS high, colour, point, iif(threads = 1, 2, 1) AS dash,
       min(kernel_ms) OVER both AS floor, max(kernel_ms) OVER both AS top, NOT is_result AS few
FROM compared c
JOIN look USING (variant)
WHERE experiment = 'size-scaling' AND (kind = 'gpu' OR origin = 'here')
  AND (threads IS NULL OR threads = (SELECT max(threads) FROM compared m WHERE m.experiment = c.experiment
                                     AND m.workload = c.workload AND m.variant = c.variant AND m.origin = c.origin))
WINDOW both AS (PARTITION BY workload, type)
ORDER BY facet, series, x, id;
