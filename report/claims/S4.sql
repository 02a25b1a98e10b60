-- claim: The gain of overlap is larger for small n (more than one pair).
SELECT sum(larger) > 0 AND sum(smaller) = 0 AS holds,
       'of ' || count(*) || ' cases it is larger in ' || sum(larger) || ', smaller in ' || sum(smaller)
       || ', and in the rest the intervals overlap' AS figures, max(machine) AS machine
FROM gain_pairs
WHERE block = other_block AND matrices = other_matrices AND n < other_n AND matrices > 1;
