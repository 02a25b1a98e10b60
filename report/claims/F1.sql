-- claim: Reading grows with the edges m, the rest with the vertices n.
SELECT * FROM trends WHERE claim = 'F1';
