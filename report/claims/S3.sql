-- claim: The gain of overlap is larger for block 16 than for block 8 (more than one pair).
SELECT * FROM trends WHERE claim = 'S3';
