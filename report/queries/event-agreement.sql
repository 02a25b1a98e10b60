-- title: Kernel times by CUDA events, as in all of this report, beside the profiler's own clock.
-- note: The interval is that of the events; the profiler's time is a median of single launches, without the launch overhead that events
--   include: one to two microseconds.
SELECT workload, variant || on_host AS variant, type AS "csv: type", n AS "csv: n", tile,
       kernel_s * 1e6 AS "events: time (us)", (kernel_high_s - kernel_low_s) / 2 * 1e6 AS "±", marks AS "^", sm_mhz AS "csv: events: SM clock (MHz)",
       profiler_s * 1e6 AS "profiler: time (us)", NULL AS "≈", profiler_mhz AS "csv: profiler: SM clock (MHz)", launches AS "csv: profiler: launches",
       ratio AS "events over profiler", (ratio_high - ratio_low) / 2 AS "±", id AS point
FROM agreement
ORDER BY workload, profiler_s, agreement.variant, type, n, tile, id;
