-- title: The answers in numbers.
-- baseline: one thread of the same variant for speedup and efficiency.
-- keys: 1
-- note: Recommended: the most threads with an efficiency of at least 70 %, of four or more counts. Equivalent threads: as fast as the GPU.
--   Break-even: uses of data on the GPU after which its copies are paid for.
WITH cell AS ( -- text, footnotes and point of each figure
    SELECT place, on_host, key AS line, json_extract(value, '$[0]') AS figure, json_extract(value, '$[1]') AS text,
           json_extract(value, '$[2]') AS marks, json_extract(value, '$[3]') AS point
    FROM answer a, json_each(json_array(
        json_array('type and size', a.type || ', n ' || n, '', best_id),
        json_array('best variants', best_phrase || coalesce(', not separated from ' || others, ''), marks, best_id),
        json_array('speedup on all threads', iif(all_threads > 1, rounded(over_own, over_own_half) || ' on ' || all_threads, NULL), '', all_id),
        json_array('efficiency on all threads', iif(all_threads > 1, rounded(efficiency, efficiency_half), NULL), '', all_id),
        json_array('recommended threads', recommended, '', best_id),
        json_array('share of the ceiling (%)', rounded(share, share_half), '', best_id),
        json_array('equivalent threads', equivalent, gpu_marks, kernel_id),
        json_array('break-even (repetitions)', repetitions, gpu_marks, copies_id),
        json_array('energy of a result, CPU (J)', cpu_energy, '', cpu_energy_id),
        json_array('energy of a result, GPU (J)', gpu_energy, gpu_energy_marks, gpu_energy_id)))
)
SELECT figure || on_host AS figure,
       max(iif(place = 1, text, NULL)) AS "matrix multiply", max(iif(place = 1, marks, NULL)) AS "^", max(iif(place = 1, point, NULL)) AS point,
       max(iif(place = 2, text, NULL)) AS transpose, max(iif(place = 2, marks, NULL)) AS "^", max(iif(place = 2, point, NULL)) AS point,
       max(iif(place = 3, text, NULL)) AS "shortest paths", max(iif(place = 3, marks, NULL)) AS "^", max(iif(place = 3, point, NULL)) AS point
FROM cell WHERE text IS NOT NULL AND place <= 3 -- others, such as a program, have a sentence
GROUP BY on_host, line
ORDER BY on_host, line;
