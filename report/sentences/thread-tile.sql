-- The best tile for one thread.
WITH tile AS (
    SELECT *, row_number() OVER (ORDER BY mean_ms + 0, line, id) AS published_place,
           row_number() OVER (ORDER BY kernel_ms IS NULL, kernel_ms, line, id) AS place
    FROM sweep WHERE experiment = 'thread-tile'
)
SELECT opens || 'A tile of ' || m.x || ' × ' || m.x || ' is best on ' || m.machine || ', {' || m.kernel_ms
       || '±' || m.kernel_half_ms || '} ms (published: {' || (p.mean_ms + 0.0) || '} ms with ' || p.x || ').' || closes
FROM tile m
JOIN tile p ON p.published_place = 1
JOIN tone ON tone.origin = m.origin
WHERE m.place = 1 AND m.is_result;
