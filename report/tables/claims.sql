-- title: What the reports claimed, and what became of it.
-- baseline: named in the figures that decided.
SELECT claim, words AS "claimed", verdict, figures AS "figures that decided", machine AS "measured on"
FROM ledger;
