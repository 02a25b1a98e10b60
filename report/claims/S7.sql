-- claim: From compute capability 3.5 on the order of issue does not matter (within 10 %, more than one pair).
WITH pair AS (
    SELECT g.origin, g.machine, r.value, r.low, r.high, json_extract(h.json, '$.gpu.compute_capability') AS capability
    FROM gains g
    JOIN end_to_end r ON r.above = g.breadth AND r.below = g.depth
    LEFT JOIN machines h ON h.origin = g.origin
    WHERE g.matrices > 1
)
SELECT iif(count(low) = count(*), min(low > 0.9 AND high < 1.1), NULL) AS surely, min(low < 1.1 AND high > 0.9) AS possibly,
       coalesce('of ' || count(*) || ' cases, breadth first over depth first: ' || rounded(min(low)) || ' to ' || rounded(max(high)
               ) || ' times the time, intervals included', 'not enough rounds') AS figures, max(origin) AS origin, max(machine) AS machine,
       iif(max(capability) + 0 >= 3.5, NULL, coalesce('compute capability ' || max(capability), 'the compute capability is unknown')) AS differs
FROM pair
HAVING count(*) > 0;
