-- title: Self-test of this machine: pairs of this program with itself.
-- empty: Not measured: experiments/self-test.sh does (in a study its short form).
-- note: Interleaved is `speedup compare --interleave`, sequential the comparison of two files; slowdowns are planted into the measured
--   times. An interval is that of five processes in a row, the truth the mean of all. Drift over minutes shows here in full; the rounds of a
--   study, which take minutes, sample it.
WITH line AS (
    SELECT slower AS place, iif(slower = 0, 'raises an alarm although nothing changed', 'finds ' || cast(round(100 * slower) AS integer) || ' % slower')
           AS comparison, max(iif(question = 'interleaved', share, NULL)) AS beside, max(iif(question = 'sequential', share, NULL)) AS after
    FROM trusted
    WHERE question <> 'interval'
    GROUP BY slower
    UNION ALL
    SELECT 1, 'an interval of five rounds holds the long run', NULL, share
    FROM trusted WHERE question = 'interval'
)
SELECT comparison, 100 * beside AS "side by side (%)", NULL AS "≈", 100 * after AS "one after the other (%)", NULL AS "≈"
FROM line
ORDER BY place;
