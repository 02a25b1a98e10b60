-- claim: The last rung is 33 times as fast as the CPU, copies included.
SELECT origin, machine, 'gpu/unrolled ' || speedup_text || ' times cpu/naive, end to end' AS figures, published_whole AS published,
       speedup_low AS low, speedup_high AS high, differs
FROM ladder WHERE report = 'T' AND place = 5 AND speedup IS NOT NULL;
