-- title: Published figures that do not follow from the other figures of their own row.
-- note: Recomputed from the row's own times. A figure follows when it is right within the rounding of
--   the figures printed.
SELECT replace(source, '_', '-') AS "table", row, cell AS "column", '=' || printed AS published, recomputed,
       (printed / recomputed - 1) * 100 AS "difference (%)"
FROM audit
WHERE mark <> ''
ORDER BY source DESC, line, cell;
