-- The number of points, and of those without a result.
SELECT count(*) || ' points were planned here: ' || sum(is_right) || ' were measured and found right'
       || iif(sum(status = 'reduced') > 0, ' (' || sum(status = 'reduced') || ' of them of reduced precision)', '') || ', '
       || sum(status = 'skipped') || ' were skipped, ' || sum(status IN ('wrong', 'failed', 'timeout'))
       || ' were wrong, failed or timed out. ' || sum(is_right AND kernel_low_s IS NOT NULL)
       || ' of those measured have an interval; the others have fewer than five rounds.'
FROM points WHERE origin = 'here';
