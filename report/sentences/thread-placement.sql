-- The fastest schedule of each workload against static, and the largest effect of spreading threads.
WITH shared AS (
    SELECT *, row_number() OVER (PARTITION BY work, variant ORDER BY low > 1 DESC, kernel_s, id) AS place
    FROM shared_out WHERE schedule <> 'static' AND low IS NOT NULL
),
placed AS (
    SELECT *, row_number() OVER (PARTITION BY workload, host ORDER BY abs(ln(value)) DESC, id) AS place
    FROM spread_out WHERE low > 1 OR high < 1
),
line AS (
    SELECT 1 AS part, variant || on_host || ' (' || workload || ', n ' || n || ') '
           || iif(low > 1, 'is {' || value || '±' || half || '} times as fast with the schedule ' || schedule || ' as with static',
                  'is surely faster with no schedule than with static') AS text
    FROM shared WHERE place = 1
    UNION ALL
    SELECT 2, workload || ' (n ' || n || ') on ' || threads || ' threads' || on_host || ', {' || value || '±' || half || '} times as fast' FROM placed WHERE place = 1
)
SELECT group_concat(text, ' ')
FROM (SELECT iif(part = 1, '', 'Spreading threads over the machine changes most at ') || group_concat(text, '; ') || '.' AS text
      FROM (SELECT * FROM line ORDER BY part, text) GROUP BY part ORDER BY part)
HAVING count(*) > 0;
