-- claim: Transposing B makes the serial program faster, 1.31 times.
SELECT origin, machine, 'cpu/transposed ' || rounded(over_naive, over_naive_half) || ' times cpu/naive at n ' || n AS figures, differs,
       (SELECT max(serial_s + 0) / min(serial_s + 0) FROM published_products) AS published, over_naive_low AS low, over_naive_high AS high
FROM measured WHERE experiment = 'openmp-threads' AND variant = 'cpu/transposed' AND over_naive > 0 ORDER BY id LIMIT 1;
