-- title: The claims and their verdicts.
-- note: A factor is reproduced if its whole interval is within a tenth of the published one, exceeded or short if above or below. An order is
--   reproduced if it holds in the whole of every interval, short if it fails in the whole of one. A trend over pairs of cases is reproduced if
--   intervals decide more than half of the pairs in its order and the sign test agrees, short if it does not although they decide more than
--   half. Else, and with fewer than five rounds: cannot tell.
SELECT claim, words AS "claimed", verdict, figures AS "figures that decided", whose AS "csv: whose words", judged AS "csv: judged",
       machine AS "csv: measured on", iif(report IN (SELECT report FROM chapters), report, 'other') AS facet, judged = 'here' AS shown, machine
FROM ledger
ORDER BY instr('TOFSR', report), substr(claim, 2) + 0, claim;
