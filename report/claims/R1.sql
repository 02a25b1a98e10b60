-- claim: Tile 4 is best, and past 8 it turns bad (16 takes more than twice as long as 4).
WITH timed AS (
    SELECT *, count(*) OVER () AS tiles, max(iif(x = 16, kernel_ms, NULL)) OVER () AS ms_16 FROM sweep
    WHERE experiment = 'thread-tile' AND kernel_ms IS NOT NULL
)
SELECT iif(tiles = 7, x = 4 AND ms_16 > 2 * kernel_ms, NULL) AS holds,
       'best is tile ' || x || ' with {' || kernel_ms || '} ms; tile 16 takes {' || ms_16 || '} ms' AS figures, machine
FROM timed
ORDER BY kernel_ms, line, id LIMIT 1;
