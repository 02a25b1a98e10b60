-- title: The claims and their verdicts.
-- note: A factor is reproduced if its interval lies within a tenth of the published one, exceeded above, short below. An order is reproduced if no
--   pair of cases contradicts it.
SELECT claim, words AS "claimed", verdict, figures AS "figures that decided", whose AS "csv: whose words", judged AS "csv: judged",
       machine AS "csv: measured on", iif(report IN (SELECT report FROM chapters), report, 'other') AS facet, judged = 'here' AS shown, machine
FROM ledger
ORDER BY instr('TOFSR', report), substr(claim, 2) + 0, claim;
