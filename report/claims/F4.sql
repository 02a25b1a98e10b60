-- claim: The whole ladder is worth 126 times.
SELECT speedup >= 0.9 * published_total_found AS holds,
       'gpu/occupancy {' || speedup || '} times gpu/baseline; published {' || published_total_found || '}' AS figures, machine
FROM ladder
WHERE report = 'F' AND place = 7 AND speedup IS NOT NULL;
