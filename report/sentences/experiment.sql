-- Name, machine and time of a report of one experiment.
SELECT 'Experiment **' || max(name) || '** on **' || max(machine) || '**, measured from ' || min(started) || ' to ' || max(started) || ': '
       || sum(is_right) || ' points measured and verified, ' || sum(samples) || ' samples'
       || iif(sum(status IN ('wrong', 'failed', 'timeout')) > 0,
              '; **' || sum(status IN ('wrong', 'failed', 'timeout')) || ' points were wrong, failed or timed out**.', '.')
FROM points, report_on WHERE origin = 'here' HAVING count(*) > 0;
