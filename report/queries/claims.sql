-- title: The claims and their verdicts.
-- note: Reproduced: the whole interval is within a tenth of the published factor, or the order holds for all values. Exceeded, short: the interval is
--   above, below; short also: the order fails. Cannot tell: values disagree, or fewer than five rounds.
SELECT claim, words AS "claimed", verdict, figures AS "figures that decided", whose AS "csv: whose words", judged AS "csv: judged",
       machine AS "csv: measured on", iif(report IN (SELECT report FROM chapters), report, 'other') AS facet, judged = 'here' AS shown, machine
FROM ledger
ORDER BY instr('TOFSR', report), substr(claim, 2) + 0, claim;
