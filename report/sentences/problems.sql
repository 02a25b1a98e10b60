-- How many points there are, and how many of them did not come to a number.
SELECT count(*) || ' points were planned here: ' || sum(status = 'ok') || ' were measured and found right, '
       || sum(status = 'skipped') || ' were skipped, ' || sum(status IN ('wrong', 'failed', 'timeout'))
       || ' were wrong, failed or timed out; ' || sum(status = 'ok' AND flags IS NOT NULL)
       || ' of those measured are flagged.'
FROM points WHERE origin = 'here';
