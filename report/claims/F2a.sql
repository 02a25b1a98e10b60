-- claim: GOPS, integer instructions of phase 3 a second, are highest at blocking factor 64.
SELECT * FROM highest WHERE metric = 'integer_gops';
