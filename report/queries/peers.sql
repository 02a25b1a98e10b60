-- title: The upper rungs beside libraries and ceilings, at the largest n.
-- baseline: a library that does the same work, on as many threads; the ceiling, on as many threads.
-- note: On a GPU computing alone. Above 1 the library is slower. Empty: no library does the work, there is no ceiling, or the rate surely exceeds it.
SELECT workload, type, n, threads, variant || on_host AS variant, rate AS rate, rate_half AS "±", marks AS "^", rate_unit AS "csv: unit",
       library AS "csv: library", over_library AS "rate over the library's", over_library_half AS "±", apart,
       share AS "share of the ceiling (%)", share_half AS "±", id AS point,
       n = max(n) OVER (PARTITION BY workload, type, kind, variant) AS shown
FROM beside_library
ORDER BY workload, type, n, threads, beside_library.variant, on_host, id;
