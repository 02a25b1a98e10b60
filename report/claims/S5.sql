-- claim: With one pair overlap gains nothing; what version 5 gains there comes from pinned memory.
SELECT min(coalesce(of_breadth_high < 1.1 AND of_pinned_low > 1, 0)) AS surely,
       min(of_breadth_low < 1.1 AND of_pinned_high > 1) AS possibly, max(origin) AS origin, max(machine) AS machine,
       printf('one pair: pinned memory alone %s to %s times, overlap beyond that %s to %s, intervals included', rounded(min(of_pinned_low)),
              rounded(max(of_pinned_high)), rounded(min(of_breadth_low)), rounded(max(of_breadth_high))) AS figures
FROM gains WHERE matrices = 1 AND of_breadth IS NOT NULL AND of_pinned IS NOT NULL GROUP BY NULL HAVING count(*) > 0;
