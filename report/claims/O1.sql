-- claim: Transposing B makes the serial program faster, 1.31 times.
WITH published AS (SELECT max(serial_s / serial_transposed_s) AS gain FROM published_matmul_openmp)
SELECT over_naive_low >= 0.9 * gain AS surely, over_naive_high >= 0.9 * gain AS possibly,
       'cpu/transposed ' || over_naive_said || ' times cpu/naive at n ' || n || '; published {' || gain || '}' AS figures, machine
FROM measured
JOIN published
WHERE experiment = 'openmp-threads' AND variant = 'cpu/transposed'
ORDER BY id LIMIT 1;
