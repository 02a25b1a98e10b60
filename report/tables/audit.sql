-- title: Published figures that do not follow from the other figures of their own row, or are out of line with the other rows.
-- note: A figure follows from its row when it is right within the rounding of the figures printed. Report F's times are in line when they are
--   within a fifth of what the others make of their n: computing by n³, copies and writing by n², the median of the other rows.
SELECT replace(source, '_', '-') AS "table", row, cell AS "column", '=' || printed AS published, follows AS "does not follow from", recomputed,
       (printed / recomputed - 1) * 100 AS "difference (%)"
FROM audit
WHERE mark <> ''
ORDER BY source DESC, line, cell;
