-- title: What the reports claimed, and what became of it.
-- baseline: named in the figures that decided.
-- note: A claimed factor holds when the whole interval reaches nine tenths of it, and does not when none of it does; where
--   the interval lies on both sides, or there are not rounds enough for one, nobody can tell. Where a claim compares many
--   pairs, it holds when some have their intervals apart as claimed and none the other way round. O3 speaks of 8 cores and is
--   judged where there are no more.
SELECT claim, words AS "claimed", verdict, figures AS "figures that decided", machine AS "measured on"
FROM ledger
ORDER BY instr('TOFSR', substr(claim, 1, 1)), claim;
