-- title: The answers in numbers.
-- baseline: one thread of the same variant for speedup and efficiency.
-- keys: 1
-- note: Recommended: the most threads with an efficiency of at least 70 %, of four or more counts. Equivalent threads: as fast as the GPU.
--   Break-even: uses of data on the GPU after which its copies are paid for.
SELECT figure || on_host AS figure,
       max(iif(place = 1, text, NULL)) AS "matrix multiply", max(iif(place = 1, marks, NULL)) AS "^", max(iif(place = 1, point, NULL)) AS point,
       max(iif(place = 2, text, NULL)) AS transpose, max(iif(place = 2, marks, NULL)) AS "^", max(iif(place = 2, point, NULL)) AS point,
       max(iif(place = 3, text, NULL)) AS "shortest paths", max(iif(place = 3, marks, NULL)) AS "^", max(iif(place = 3, point, NULL)) AS point
FROM answer_lines WHERE place <= 3 -- others, such as a program, have a sentence
GROUP BY on_host, line
ORDER BY on_host, line;
