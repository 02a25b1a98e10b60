-- claim: The gain of overlap is larger for small n (more than one pair).
SELECT * FROM trends WHERE claim = 'S4';
