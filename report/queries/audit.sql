-- title: Published figures that do not follow from the other figures of their row, or are out of line with the other rows.
-- note: A figure follows if it is right within the rounding of all printed figures; Report F's times are in line within a fifth of the others' trend.
SELECT replace(source, '_', '-') AS "table", row, cell AS "column", printed AS published, follows AS "does not follow from", recomputed,
       (printed / recomputed - 1) * 100 AS "difference (%)"
FROM audit WHERE mark <> ''
ORDER BY source DESC, line, cell;
