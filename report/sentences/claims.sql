-- The number of verdicts: on this machine, on the reference, and undecided.
WITH verdict (verdict, place, is_judged) AS (
    VALUES ('reproduced', 1, 1), ('exceeded', 2, 1), ('short', 3, 1), ('cannot tell', 4, 0), ('not comparable', 5, 0), ('not measured here', 6, 0)
),
counted AS (
    SELECT iif(is_judged, judged, 'not') AS judged, is_judged, v.place, count(*) AS claims, verdict
    FROM ledger JOIN verdict v USING (verdict)
    GROUP BY 1, 2, 3
),
part AS (
    SELECT judged, is_judged, sum(claims) AS claims, group_concat(claims || ' ' || verdict, ', ') AS verdicts
    FROM (SELECT * FROM counted ORDER BY judged, place)
    GROUP BY judged
),
phrase AS (
    SELECT 1 AS place, 'Of ' || count(*) || ' claims, judged on this machine: '
           || coalesce((SELECT claims || ' (' || verdicts || ')' FROM part WHERE judged = 'here'), 'none') AS text
    FROM ledger
    UNION ALL SELECT 2, '« · on the reference: ' || claims || ' (' || verdicts || ')»' FROM part WHERE judged = 'on the reference'
    UNION ALL SELECT 3, ' · not judged: ' || claims || ' (' || verdicts || ')' FROM part WHERE judged = 'not'
)
SELECT group_concat(text, '') || '.' FROM (SELECT text FROM phrase ORDER BY place);
