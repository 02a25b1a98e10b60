-- The reliability of comparisons on this machine.
SELECT 'Comparisons of two builds here: interleaved {' || (100 * a.share) || '} % false alarms, and 3 % slower is detected in {' || (100 * f.share)
       || '} %; sequential {' || (100 * s.share) || '} % false alarms. The interval of five processes in a row holds the mean of all in {'
       || (100 * i.share) || '} %.'
FROM trusted a
JOIN trusted f ON f.question = 'interleaved' AND f.slower = 0.03
JOIN trusted s ON s.question = 'sequential' AND s.slower = 0
JOIN trusted i ON i.question = 'interval'
WHERE a.question = 'interleaved' AND a.slower = 0;
