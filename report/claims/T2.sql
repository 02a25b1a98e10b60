-- claim: The last rung is 33 times as fast as the CPU, copies included.
SELECT speedup >= 0.9 * published_total_found AS holds,
       'gpu/unrolled {' || speedup || '} times cpu/naive, end to end; published {' || published_total_found || '}' AS figures,
       machine
FROM ladder
WHERE report = 'T' AND place = 5 AND speedup IS NOT NULL;
