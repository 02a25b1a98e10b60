-- caption: Share of the ceiling that each variant reaches at its largest size and on all threads, in percent. A
--   ceiling is the same resource measured bare: multiply-adds, copies or add-and-min of the same machine.
SELECT '' AS facet, 'share of the measured ceiling' AS title, workload || ' ' || type || ' ' || variant AS series,
       row_number() OVER (ORDER BY workload, type, ceiling_share) AS x, ceiling_share * 100 AS y,
       ceiling_share * 100 * kernel_s / kernel_high_s AS low, ceiling_share * 100 * kernel_s / kernel_low_s AS high,
       colour, point
FROM scaling
JOIN look USING (variant)
WHERE n = largest_n AND threads = most_threads AND ceiling_share IS NOT NULL
ORDER BY x;
