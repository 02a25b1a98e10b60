-- claim: With one pair overlap gains nothing; what version 5 gains there comes from pinned memory.
SELECT iif(count(of_breadth_high) = count(*) AND count(of_pinned_low) = count(*), min(of_breadth_high < 1.1 AND of_pinned_low > 1), NULL)
       AS surely, min(of_breadth_low < 1.1 AND of_pinned_high > 1) AS possibly,
       coalesce('one pair: pinned memory alone ' || rounded(min(of_pinned_low)) || ' to ' || rounded(max(of_pinned_high)
      ) || ' times, overlap beyond that ' || rounded(min(of_breadth_low)) || ' to ' || rounded(max(of_breadth_high)) || ', intervals included',
                'not enough rounds') AS figures, max(origin) AS origin, max(machine) AS machine
FROM gains
WHERE matrices = 1 AND of_breadth IS NOT NULL AND of_pinned IS NOT NULL
HAVING count(*) > 0;
