-- title: The claims and their verdicts.
SELECT claim, words AS "claimed", verdict, figures AS "figures that decided", whose AS "csv: whose words", judged AS "csv: judged",
       machine AS "csv: measured on", iif(report IN (SELECT report FROM chapters), report, 'other') AS facet, judged = 'here' AS shown, machine
FROM ledger
ORDER BY instr('TOFSR', report), substr(claim, 2) + 0, claim;
