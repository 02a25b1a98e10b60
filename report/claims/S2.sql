-- claim: The gain of overlap grows with the number of pairs.
SELECT * FROM trends WHERE claim = 'S2';
