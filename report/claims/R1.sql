-- claim: Tile 4 is best, and past 8 it turns bad (16 takes more than twice as long as 4).
SELECT min(coalesce(r.low > least, 0)) AS surely, min(r.high > least) AS possibly, best.origin, best.machine,
       'best is tile ' || best.x || ' with ' || rounded(best.kernel_ms, best.kernel_half_ms) || ' ms; tile 16 takes '
       || max(iif(b.x = 16, rounded(r.value, r.half), NULL)) || ' times as long as tile 4' AS figures
FROM (SELECT * FROM sweep WHERE experiment = 'thread-tile' AND id IS NOT NULL ORDER BY kernel_ms, x LIMIT 1) best
JOIN sweep a USING (experiment) JOIN (SELECT *, iif(x = 16, 2, 1) AS least FROM sweep) b USING (experiment)
JOIN ratio r ON r.above = b.id AND r.below = a.id AND r.clock = 'kernel'
WHERE a.x = 4 AND b.x <> 4 GROUP BY NULL HAVING count(*) = 6;
