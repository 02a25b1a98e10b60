-- title: Self-test of this machine: pairs of this program with itself.
-- note: Of a product of n 160 (experiments/self-test.sh alone: 256 too) on one thread and on all. Side by side is speedup compare --interleave,
--   one after the other the comparison of two files. Slowdowns are planted into the measured times. The interval is that of five processes in
--   a row, the long run the mean of all.
SELECT CASE WHEN question = 'interval' THEN 'an interval of five rounds holds the long run'
           WHEN slower = 0 THEN 'raises an alarm although nothing changed' ELSE 'finds ' || cast(round(100 * slower) AS integer) || ' % slower' END
           AS comparison, max(iif(question = 'interleaved', 100 * share, NULL)) AS "side by side (%)", NULL AS "≈",
       max(iif(question <> 'interleaved', 100 * share, NULL)) AS "one after the other (%)", NULL AS "≈"
FROM trusted
GROUP BY question = 'interval', slower
ORDER BY question = 'interval', slower;
