-- The load while the points were measured.
SELECT 'The load was {' || avg(load) || '} on average and {' || max(load) || '} at most while the points were measured.' FROM batch
WHERE origin = 'here' HAVING count(load) > 0;
