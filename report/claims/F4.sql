-- claim: The whole ladder is worth 126 times.
SELECT speedup_low >= 0.9 * published_total_found AS surely, speedup_high >= 0.9 * published_total_found AS possibly,
       'gpu/occupancy ' || speedup_said || ' times gpu/baseline; published {' || published_total_found || '}' AS figures, machine
FROM ladder
WHERE report = 'F' AND place = 7 AND speedup IS NOT NULL;
