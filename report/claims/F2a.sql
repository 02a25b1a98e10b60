-- claim: GOPS, integer instructions of phase 3 a second, are highest at blocking factor 64.
SELECT surely, possibly, figures, origin, (SELECT max(machine) FROM points p WHERE p.origin = h.origin) AS machine
FROM highest h WHERE metric = 'integer_gops';
