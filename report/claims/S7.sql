-- claim: From compute capability 3.5 on the order of issue does not matter (within 10 %, more than one pair).
SELECT min(coalesce(low > 0.9 AND high < 1.1, 0)) AS surely, min(low < 1.1 AND high > 0.9) AS possibly,
       printf('of %d cases, breadth first over depth first: %s to %s times the time, intervals included', count(*), rounded(min(low)),
              rounded(max(high))) AS figures, max(g.origin) AS origin, max(machine) AS machine,
       iif(max(capability) + 0 >= 3.5, NULL, coalesce('compute capability ' || max(capability), 'the compute capability is unknown')) AS differs
FROM gains g
JOIN ratio r ON r.above = g.breadth AND r.below = g.depth AND r.clock = 'total'
LEFT JOIN (SELECT origin, json_extract(json, '$.gpu.compute_capability') AS capability FROM machines) h ON h.origin = g.origin
WHERE g.matrices > 1 HAVING count(*) > 0;
