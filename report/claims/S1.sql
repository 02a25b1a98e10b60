-- claim: Overlap wins when there is more than one pair of matrices.
SELECT iif(count(gain_low) = count(*), min(gain_low > 1), NULL) AS surely, min(gain_high > 1) AS possibly,
       coalesce('version 5 over version 3: ' || rounded(min(gain_low)) || ' to ' || rounded(max(gain_high)) || ' times; over pinned memory in sequence: '
       || rounded(min(of_breadth_low)) || ' to ' || rounded(max(of_breadth_high)) || ', intervals included', 'not enough rounds') AS figures,
       max(origin) AS origin, max(machine) AS machine
FROM gains
WHERE matrices > 1 AND gain IS NOT NULL
HAVING count(*) > 0;
