-- title: Published figures that do not follow from the other figures of their row, or are out of line with the other rows.
-- note: A figure follows from its row if it is right within the rounding of the printed figures. Report F's times are in line if they are
--   within a fifth of the prediction from the median of the other rows: computing by n³, copies and writing by n².
SELECT replace(source, '_', '-') AS "table", row, cell AS "column", printed AS published, follows AS "does not follow from", recomputed,
       (printed / recomputed - 1) * 100 AS "difference (%)"
FROM audit
WHERE mark <> ''
ORDER BY source DESC, line, cell;
