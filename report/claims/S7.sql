-- claim: From compute capability 3.5 on the order of issue does not matter (within 10 %, more than one pair).
SELECT min(coalesce(low > 0.9 AND high < 1.1, 0)) AS surely, min(low < 1.1 AND high > 0.9) AS possibly, max(origin) AS origin,
       max(machine) AS machine, printf('of %d cases, breadth first over depth first: %s to %s times the time, intervals included', count(*),
              rounded(min(low)), rounded(max(high))) AS figures,
       iif(max(json_extract(json, '$.gpu.compute_capability')) + 0 >= 3.5, NULL,
           coalesce('compute capability ' || max(json_extract(json, '$.gpu.compute_capability')), 'the compute capability is unknown')) AS differs
FROM gains LEFT JOIN machines USING (origin) JOIN ratio r ON above = breadth AND below = depth AND clock = 'total'
WHERE matrices > 1 GROUP BY NULL HAVING count(*) > 0;
