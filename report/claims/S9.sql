-- claim: The GPU wins in every instance, copies included, over the sequential product on the CPU.
SELECT iif(count(speedup_low) = count(*), min(speedup_low > 1), NULL) AS surely, min(speedup_high > 1) AS possibly,
       iif(count(speedup) = count(*), coalesce('of ' || count(*) || ' rows of its table the least is ' || rounded(min(speedup_low)) || ' and the most '
                                               || rounded(max(speedup_high)) || ' times cpu/ikj, intervals included', 'not enough rounds'), NULL) AS figures,
       max(origin) AS origin, max(machine) AS machine
FROM overlap;
