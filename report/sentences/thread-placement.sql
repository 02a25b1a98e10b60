-- The fastest schedule of each workload beside static, and where spreading threads matters.
WITH shared AS (
    SELECT c.workload, c.type, c.n, c.variant, c.on_host, c.schedule, r.value, r.low, r.half,
           row_number() OVER (PARTITION BY c.work, c.variant ORDER BY r.low > 1 DESC, c.kernel_s, c.id) AS place
    FROM compared c
    JOIN compared s ON s.experiment = c.experiment AND s.work = c.work AND s.variant = c.variant AND s.threads = c.threads AND s.bind IS c.bind
        AND s.places IS c.places AND s.block IS c.block AND s.tile IS c.tile AND s.schedule = 'static'
    JOIN ratio r ON r.above = s.id AND r.below = c.id AND r.clock = 'kernel'
    WHERE c.experiment = 'thread-placement' AND c.origin = 'here' AND c.schedule <> 'static' AND r.low IS NOT NULL
),
placed AS (
    SELECT c.workload, c.type, c.n, c.on_host, c.threads, r.value, r.low, r.high, r.half,
           row_number() OVER (PARTITION BY c.workload, c.host ORDER BY abs(ln(r.value)) DESC, c.id) AS place
    FROM compared c
    JOIN compared s ON s.experiment = c.experiment AND s.work = c.work AND s.variant = c.variant AND s.threads = c.threads AND s.schedule IS c.schedule
        AND s.block IS c.block AND s.tile IS c.tile AND s.places IS c.places AND s.bind = 'spread'
    JOIN ratio r ON r.above = c.id AND r.below = s.id AND r.clock = 'kernel'
    WHERE c.experiment = 'thread-placement' AND c.origin = 'here' AND c.bind = 'close' AND c.threads > 1 AND (r.low > 1 OR r.high < 1)
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
