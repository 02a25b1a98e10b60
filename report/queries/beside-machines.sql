-- title: What differs between the machines.
-- note: The CSV has what is the same, too.
-- keys: 1
WITH measured AS (
    SELECT iif(folder = 'here', folder, 'there') AS origin, sum(is_right) AS points, sum(is_right AND kernel_low_s IS NOT NULL) AS sure, sum(NOT is_right) AS failed, substr(min(started), 1, 10) AS first,
           substr(max(started), 1, 10) AS last, count(DISTINCT build) AS builds
    FROM numbered WHERE host IN (SELECT host FROM sides) GROUP BY folder
),
flag AS (SELECT DISTINCT origin, f.place, word.value AS word FROM machine_facts f, json_each('[' || replace(json_quote(f.value), ' ', '","') || ']') word
         WHERE property = 'flags' ORDER BY word.key),
fact AS (
    SELECT origin, place, property, value FROM machine_facts
    UNION ALL SELECT origin, place, 'flags of one machine', group_concat(word, ' ') FROM flag f
        WHERE NOT EXISTS (SELECT 1 FROM flag o WHERE o.origin <> f.origin AND o.word = f.word) GROUP BY origin
    UNION ALL SELECT origin, 20, 'measured', first || iif(last > first, ' to ' || last, '') FROM measured
    UNION ALL SELECT origin, 21, 'builds of speedup', builds FROM measured
    UNION ALL SELECT origin, 22, 'points, of them with an interval', points || ', ' || sure FROM measured
    UNION ALL SELECT origin, 23, 'points that are wrong, failed or skipped', failed FROM measured
)
SELECT property, max(iif(origin = 'here', value, NULL)) AS "{here}", max(iif(origin = 'there', value, NULL)) AS "{there}",
       property <> 'flags' AND max(iif(origin = 'here', value, NULL)) IS NOT max(iif(origin = 'there', value, NULL))
       AND (place BETWEEN 20 AND 23 OR (SELECT count(*) FROM machines) = 2) AS shown -- unknown is not different
FROM fact WHERE EXISTS (SELECT 1 FROM sides)
GROUP BY place, property
ORDER BY place, property;
