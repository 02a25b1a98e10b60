-- claim: At n 224 with one pair version 5 is slower.
SELECT iif(count(gain_high) = count(*), min(gain_high < 1), NULL) AS surely, min(gain_low < 1) AS possibly,
       group_concat('block ' || block || ': version 5 ' || phrase || ' times as fast as version 3',
                    ', ') AS figures, max(origin) AS origin, max(machine) AS machine
FROM (SELECT g.*, r.phrase FROM gains g JOIN quoted r ON r.above = pageable AND r.below = breadth AND r.clock = 'total'
      WHERE matrices = 1 AND n = 224 ORDER BY block, machine)
HAVING count(*) > 0;
