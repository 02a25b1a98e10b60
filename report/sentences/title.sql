-- The machine and when it was measured.
SELECT 'Machine **' || max(machine) || '**, measured from ' || min(started) || ' to ' || max(started) || '; '
       || count(*) || ' points, ' || sum(samples) || ' samples, every result verified.'
FROM points WHERE origin = 'here';
