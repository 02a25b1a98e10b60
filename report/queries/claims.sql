-- title: The claims of the reports and their verdicts.
-- baseline: named in the figures that decided.
-- note: A verdict holds for every value in the interval; if values disagree, or there are fewer than five rounds, it is "cannot tell". A
--   claimed factor is reproduced if the whole interval lies within 0.9 to 1.1 times the factor, exceeded above that, short below. A claimed
--   order is reproduced if it holds, and short if it does not; an order of many pairs holds if some intervals are disjoint as claimed and
--   none the other way round. Numbers in parentheses are this study's reading of the words. Not comparable: measured at another size or in
--   another way than published, as the figures state.
SELECT claim, words AS "claimed", whose AS "whose words", verdict, figures AS "figures that decided", judged AS "judged", machine AS "measured on", machine
FROM ledger
ORDER BY instr('TOFSR', substr(claim, 1, 1)), cast(substr(claim, 2) AS integer), claim;
