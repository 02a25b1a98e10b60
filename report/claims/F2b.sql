-- claim: Shared-memory load throughput is highest at blocking factor 32.
SELECT surely, possibly, figures, origin, (SELECT max(machine) FROM points p WHERE p.origin = h.origin) AS machine
FROM highest h WHERE metric = 'shared_load_gbs';
