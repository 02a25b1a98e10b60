-- claim: Integer operations a second are highest at blocking factor 64.
WITH timed AS (
    SELECT *, count(*) OVER () AS blocks, count(kernel_low_s) OVER () AS told,
           row_number() OVER (ORDER BY rate DESC, id) AS place
    FROM measured WHERE experiment = 'apsp-blocking-factor' AND kind = 'gpu'
),
other AS ( -- block 64 beside each other one
    SELECT max(r.low) AS low, min(r.low) AS least_low, min(r.high) AS high
    FROM timed a JOIN timed b ON b.block <> 64
    JOIN ratio r ON r.above = b.id AND r.below = a.id AND r.clock = 'kernel'
    WHERE a.block = 64
)
SELECT iif(told = blocks, coalesce(least_low > 1, 0), NULL) AS surely, iif(told = blocks, coalesce(high >= 1, 0), NULL) AS possibly,
       iif(blocks >= 4, 'the rate is highest at blocking factor ' || block || ', ' || rate_said || ' ' || rate_unit, NULL) AS figures,
       machine
FROM timed JOIN other
WHERE place = 1;
