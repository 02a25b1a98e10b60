-- title: Kernel times by CUDA events, as in all of this report, beside the profiler's own clock.
-- note: The interval is that of the events; the profiler's time is a median of launches in one process. The profiler (ncu) times single
--   launches one by one, without the launch overhead that events include: one to two microseconds.
-- empty: Not measured: it needs a GPU and ncu of the CUDA Toolkit (experiments/event-agreement.sh).
SELECT workload, variant || on_host AS variant, type, n, tile, (kernel_s * 1e6) || marks AS "events: time (us)",
       (kernel_high_s - kernel_low_s) / 2 * 1e6 AS "±", sm_mhz AS "events: SM clock (MHz)",
       profiler_s * 1e6 AS "profiler: time (us)", NULL AS "≈", profiler_mhz AS "profiler: SM clock (MHz)", launches AS "profiler: launches",
       ratio AS "events over profiler", (ratio_high - ratio_low) / 2 AS "±", id AS point
FROM agreement
ORDER BY workload, profiler_s, agreement.variant, type, n, tile, id;
