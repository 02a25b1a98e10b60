-- claim: Tile 4 is best, and past 8 it turns bad (16 takes more than twice as long as 4).
WITH other AS ( -- each other tile over tile 4; tile 16 has to take twice as long
    SELECT b.x, r.*, r.low / iif(b.x = 16, 2, 1) AS least, r.high / iif(b.x = 16, 2, 1) AS most
    FROM sweep a JOIN sweep b ON b.experiment = a.experiment AND b.x <> 4 JOIN ratio r ON r.above = b.id AND r.below = a.id AND r.clock = 'kernel'
    WHERE a.experiment = 'thread-tile' AND a.x = 4
)
SELECT iif(count(least) = 6, min(least > 1), NULL) AS surely, iif(count(most) = 6, min(most > 1), NULL) AS possibly, b.origin, b.machine,
       'best is tile ' || b.x || ' with ' || rounded(b.kernel_ms, b.kernel_half_ms) || ' ms; tile 16 takes '
       || max(iif(other.x = 16, rounded(value, half), NULL)) || ' times as long as tile 4' AS figures
FROM other JOIN (SELECT * FROM sweep WHERE experiment = 'thread-tile' AND id IS NOT NULL ORDER BY kernel_ms, line LIMIT 1) b
HAVING count(*) = 6;
