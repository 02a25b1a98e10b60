-- The verdict on each claim, by one rule: it holds for every value of the interval, and if values disagree it is "cannot tell".
--
-- answers is one row per query of report/claims: origin and machine of the measurement; figures, what decided; for a
-- factor the published one and the measured interval; for an order surely and possibly (does it hold in the whole of the intervals, and
-- anywhere in them?; over pairs of cases by the rule of `trends` in reports.sql); differs, why the two are not comparable. Without five
-- rounds low, high and possibly are NULL. A claim that was not measured has no row in its query, and NULL in these columns.

CREATE TABLE ledger AS
SELECT claim, substr(claim, 1, 1) AS report, words, whose,
       CASE WHEN figures IS NULL THEN 'not measured here' WHEN differs IS NOT NULL THEN 'not comparable'
            WHEN low > 1.1 * published THEN 'exceeded' WHEN high < 0.9 * published THEN 'short'
            WHEN low >= 0.9 * published AND high <= 1.1 * published THEN 'reproduced'
            WHEN surely THEN 'reproduced' WHEN NOT possibly THEN 'short' ELSE 'cannot tell' END AS verdict,
       iif(coalesce(low, possibly) IS NULL AND figures NOT LIKE '%(no interval)%', 'not enough rounds', figures)
       || coalesce('; published ' || rounded(published), '') || coalesce('; ' || differs, '') AS figures,
       CASE origin WHEN 'reference' THEN 'on the reference' ELSE origin END AS judged, origin, machine
FROM answers;
