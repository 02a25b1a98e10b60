-- title: What the reports claimed, and what became of it.
-- baseline: named in the figures that decided.
-- note: A verdict is what every value in the interval says; where they differ, or there are not rounds enough for an interval,
--   nobody can tell. A claimed factor is reproduced when the whole interval lies from nine to eleven tenths of it, exceeded above that,
--   short below. A claimed order is reproduced where it holds, and short where it does not; where it compares many pairs, it holds
--   when some have their intervals apart as claimed and none the other way round. Numbers in parentheses are what this study takes
--   the words for. Not comparable: measured at another size or in another way than published, as the figures say.
SELECT claim, words AS "claimed", whose AS "whose words", verdict, figures AS "figures that decided", judged AS "judged", machine AS "measured on", machine
FROM ledger
ORDER BY instr('TOFSR', substr(claim, 1, 1)), cast(substr(claim, 2) AS integer), claim;
