-- The machine and the time of measurement.
SELECT 'Machine **' || max(machine) || '**, measured from ' || replace(substr(min(started), 1, 16), 'T', ' ') || ' to ' || replace(substr(max(started), 1, 16), 'T', ' ') || ' UTC; '
       || sum(is_right) || ' points measured and verified, ' || sum(samples) || ' samples'
       || iif(sum(status IN ('wrong', 'failed', 'timeout')) > 0,
              '; **' || sum(status IN ('wrong', 'failed', 'timeout')) || ' points were wrong, failed or timed out**.', '.')
FROM points WHERE origin = 'here';
