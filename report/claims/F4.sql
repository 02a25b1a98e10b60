-- claim: The whole ladder is worth 126 times.
SELECT origin, machine, 'gpu/occupancy ' || speedup_text || ' times gpu/baseline' AS figures, published_whole AS published, speedup_low AS low,
       speedup_high AS high, differs
FROM ladder WHERE report = 'F' AND place = 7 AND speedup IS NOT NULL;
