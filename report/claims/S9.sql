-- claim: The GPU wins in every instance, copies included, over the sequential product on the CPU.
SELECT min(coalesce(speedup_low > 1, 0)) AS surely, min(speedup_high > 1) AS possibly,
       printf('of %d rows of its table the least is %s and the most %s times cpu/ikj, intervals included', count(*), rounded(min(speedup_low)),
              rounded(max(speedup_high))) AS figures, max(origin) AS origin, max(machine) AS machine
FROM overlap GROUP BY NULL HAVING count(speedup) = count(*);
