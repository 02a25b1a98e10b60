-- claim: Integer operations a second are highest at blocking factor 64.
SELECT iif(count(*) OVER () >= 4, block = 64, NULL) AS holds,
       'the rate is highest at blocking factor ' || block || ', {' || rate || '} ' || rate_unit AS figures, machine
FROM measured
WHERE experiment = 'apsp-blocking-factor' AND kind = 'gpu'
ORDER BY rate DESC, id LIMIT 1;
