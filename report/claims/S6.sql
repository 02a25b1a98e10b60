-- claim: At n 224 with one pair version 5 is slower.
SELECT min(breadth_ms > pageable_ms) AS holds,
       group_concat('block ' || block || ': version 5 {' || breadth_ms || '} ms, version 3 {' || pageable_ms || '} ms', ', ')
       AS figures, max(machine) AS machine
FROM (SELECT * FROM orders WHERE matrices = 1 AND n = 224 AND breadth_ms IS NOT NULL ORDER BY block, machine);
