-- What the whole ladder of report F is worth, and its largest step. This machine first.
WITH fastest AS (
    SELECT * FROM compared
    WHERE experiment = 'apsp-ladder' AND kind = 'cpu' AND origin = 'here' AND over_naive_low IS NOT NULL
    ORDER BY rate DESC, id LIMIT 1
),
step AS (
    SELECT variant, before_variant, step_said FROM ladder WHERE report = 'F' AND step_low IS NOT NULL
    ORDER BY ladder.step DESC, place LIMIT 1
),
line AS (
    SELECT 0 AS place, origin, 'On this machine ' || variant || ' relaxes ' || rate_said || ' ' || rate_unit || ' at n ' || n || ' on '
           || threads
           || iif(threads = 1, ' thread', ' threads') || ', ' || over_naive_said || ' times cpu/naive.' AS text
    FROM fastest
    UNION ALL
    SELECT 1, l.origin, 'On ' || l.machine || ' the whole ladder is worth ' || l.speedup_said || ' times at n ' || l.n || ' (published: {'
           || l.published_total_found
           || '}); the largest step is ' || s.variant || ', ' || s.step_said || ' times ' || s.before_variant || '.'
    FROM ladder l
    JOIN step s
    WHERE l.report = 'F' AND l.place = 7 AND l.speedup_low IS NOT NULL
    UNION ALL
    SELECT 1, origin, 'Not enough rounds on ' || machine || ' to tell what the ladder is worth.' FROM ladder
    WHERE report = 'F' AND place = 7 AND speedup IS NOT NULL AND speedup_low IS NULL
    UNION ALL -- what no longer pays, and what the counters of phase 3 say of it (blocks of 32)
    SELECT 1 + l.place, l.origin, l.variant || ' does not pay on ' || l.machine || ': ' || l.step_said || ' times ' || l.before_variant
           || coalesce('. A launch of its phase 3, counted in ' || iif(min(a.runs, b.runs) = 1, 'one run', min(a.runs, b.runs) || ' runs')
                       || ', executes {' || a.instructions || '} times as many integer instructions as that of '
                       || l.before_variant || ' ({' || a.instructions_g || '} × 10⁹ against {' || b.instructions_g
                       || '} × 10⁹), loads {' || a.shared_gbs || '±} against {' || b.shared_gbs
                       || '±} GB/s from shared memory and keeps {' || a.occupancy || '} against {' || b.occupancy || '} % of the warps busy'
                       || iif(abs(a.instructions - 1) < 0.01, ': the compiler makes the same of both.', '.'), '.')
    FROM ladder l
    LEFT JOIN (SELECT a.*, a.instructions_g / b.instructions_g AS instructions, b.variant AS before
               FROM phase_3 a JOIN phase_3 b) a ON a.variant = l.variant AND a.before = l.before_variant AND a.origin = l.origin
    LEFT JOIN phase_3 b ON b.variant = l.before_variant
    WHERE l.report = 'F' AND l.step_high < 1.05
)
SELECT opens || text || closes FROM line JOIN tone USING (origin) ORDER BY place;
