-- claim: Overlap wins when there is more than one pair of matrices.
SELECT min(coalesce(gain_low > 1, 0)) AS surely, min(gain_high > 1) AS possibly, max(origin) AS origin, max(machine) AS machine,
       printf('version 5 over version 3: %s to %s times; over pinned memory in sequence: %s to %s, intervals included', rounded(min(gain_low)),
              rounded(max(gain_high)), rounded(min(of_breadth_low)), rounded(max(of_breadth_high))) AS figures
FROM gains WHERE matrices > 1 AND gain IS NOT NULL GROUP BY NULL HAVING count(*) > 0;
