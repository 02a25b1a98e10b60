-- claim: The last rung is 33 times as fast as the CPU, copies included.
SELECT speedup_low >= 0.9 * published_total_found AS surely, speedup_high >= 0.9 * published_total_found AS possibly,
       'gpu/unrolled ' || speedup_said || ' times cpu/naive, end to end; published {' || published_total_found || '}' AS figures,
       machine
FROM ladder
WHERE report = 'T' AND place = 5 AND speedup IS NOT NULL;
