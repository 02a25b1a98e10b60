-- title: The claims of the five reports by verdict.
SELECT report, judged, count(*) AS claims, sum(verdict = 'reproduced') AS reproduced, sum(verdict = 'exceeded') AS exceeded,
       sum(verdict = 'short') AS short, sum(verdict = 'cannot tell') AS "cannot tell", sum(verdict = 'not comparable') AS "not comparable", machine
FROM ledger WHERE judged IS NOT NULL
GROUP BY report, judged, machine
ORDER BY instr('TOFSR', report), judged;
