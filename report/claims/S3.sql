-- claim: The gain of overlap is larger for block 16 than for block 8 (more than one pair).
SELECT sum(larger) > 0 AND sum(smaller) = 0 AS surely, sum(smaller) = 0 AS possibly,
       'over pinned memory, of ' || count(*) || ' cases it is larger in ' || coalesce(sum(larger), 0) || ', smaller in '
       || coalesce(sum(smaller), 0) || ', and in the rest the intervals overlap' AS figures, max(origin) AS origin, max(machine) AS machine
FROM gain_pairs
WHERE n = other_n AND matrices = other_matrices AND block = 16 AND other_block = 8 AND matrices > 1
HAVING count(*) > 0;
