-- claim: Tile 4 is best, and past 8 it turns bad (16 takes more than twice as long as 4).
WITH timed AS (
    SELECT *, count(*) OVER () AS tiles, count(kernel_low_s) OVER () AS timed, row_number() OVER (ORDER BY kernel_ms, line, id) AS place
    FROM sweep
    WHERE experiment = 'thread-tile' AND kernel_ms IS NOT NULL
),
other AS ( -- each other tile over tile 4; tile 16 has to be twice
    SELECT b.x, r.value, r.half, r.low / iif(b.x = 16, 2, 1) AS low, r.high / iif(b.x = 16, 2, 1) AS high
    FROM timed a JOIN timed b ON b.x <> 4
    JOIN ratio r ON r.above = b.id AND r.below = a.id AND r.clock = 'kernel'
    WHERE a.x = 4
)
SELECT iif(timed = tiles, (SELECT min(low > 1) FROM other), NULL) AS surely,
       iif(timed = tiles, (SELECT min(high > 1) FROM other), NULL) AS possibly,
       iif(tiles = 7, 'best is tile ' || x || ' with ' || rounded(kernel_ms, kernel_half_ms) || ' ms; tile 16 takes '
           || (SELECT rounded(value, half) FROM other WHERE x = 16) || ' times as long as tile 4', NULL)
       AS figures, origin, machine
FROM timed
WHERE place = 1;
