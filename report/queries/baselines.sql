-- title: The choice of the baseline: the same CPU measurement against four baselines, on all threads.
-- baseline: named in each heading; cpu/unoptimized, compiled without optimization, inflates speedups. A best variant needs an interval.
SELECT workload, type, n AS "csv: n", variant || on_host AS variant, threads, kernel_ms AS "csv: time (ms)", kernel_half_ms AS "±", marks AS "^",
       over_unoptimized AS "over cpu/unoptimized (unoptimized baseline)", over_unoptimized_half AS "±", unoptimized_apart AS "apart",
       over_naive AS "over cpu/naive", over_naive_half AS "±", naive_apart AS "apart",
       over_single AS "over the best single thread", over_single_half AS "±", single_apart AS "apart",
       single_variant AS "csv: best single thread", over_best AS "over the best CPU variant", over_best_half AS "±", best_apart AS "apart",
       best_phrase AS "csv: best CPU variant", id AS point
FROM scaling s
WHERE n = chosen_n AND threads = (SELECT max(threads) FROM scaling t WHERE t.work = s.work)
ORDER BY workload, type, n, kernel_s DESC, id;
