-- title: How well the next point was foretold.
-- empty: Too few curves were measured to foretell anything.
-- note: Each curve's next measured point, from those before it alone. The interval of each is that of all other curves, and
--   holds 90 to 97 % of them where curves resemble each other. Errors are of the logarithm, as a factor.
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY origin, kind ORDER BY abs(error), id) AS place, count(*) OVER (PARTITION BY origin, kind) AS points
    FROM missed
)
SELECT iif(origin = 'here', 'this machine', 'reference') AS "curves of", kind AS "foretold by", points AS "next points", count(DISTINCT curve) AS curves,
       100 * (exp(max(iif(place = (points + 1) / 2, abs(error), NULL))) - 1) AS "median error (%)", NULL AS "≈",
       100 * (exp(max(iif(place = (9 * points + 9) / 10, abs(error), NULL))) - 1) AS "90 % within (%)", NULL AS "≈",
       iif(count(reach) = 0, NULL, 100.0 * sum(abs(error) <= reach) / count(reach)) AS "held by the interval (%)", NULL AS "≈",
       (SELECT max(machine) FROM points p WHERE p.origin = ranked.origin) AS machine
FROM ranked
WHERE points >= 5
GROUP BY origin, kind, points
ORDER BY origin, kind;
