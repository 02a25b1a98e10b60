-- What comparisons on this machine are worth today.
SELECT 'Two builds compared side by side here: {' || (100 * a.share) || '} % false alarms, 3 % slower is found in {' || (100 * f.share)
       || '} %; compared one after the other, {' || (100 * s.share) || '} % false alarms. Five processes in a row hold the long run in {'
       || (100 * i.share) || '} %.'
FROM trusted a
JOIN trusted f ON f.question = 'interleaved' AND f.slower = 0.03
JOIN trusted s ON s.question = 'sequential' AND s.slower = 0
JOIN trusted i ON i.question = 'interval'
WHERE a.question = 'interleaved' AND a.slower = 0;
