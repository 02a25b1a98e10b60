-- The speedup of report F's whole ladder, its largest step, and steps that no longer pay with what the counters of phase 3 show. This
-- machine first.
WITH fastest AS (
    SELECT * FROM compared
    WHERE experiment = 'apsp-ladder' AND kind = 'cpu' AND origin = 'here' AND over_naive_low IS NOT NULL
    ORDER BY rate DESC, id LIMIT 1
),
step AS (
    SELECT variant, before_variant, step_text FROM ladder WHERE report = 'F' AND step_low IS NOT NULL
    ORDER BY ladder.step DESC, place LIMIT 1
),
line AS (
    SELECT 0 AS place, origin, 'On this machine ' || variant || ' relaxes ' || rate_text || ' ' || rate_unit || ' at n ' || n || ' on '
           || threads || iif(threads = 1, ' thread', ' threads') || ', ' || over_naive_text || ' times cpu/naive.' AS text
    FROM fastest
    UNION ALL
    SELECT 1, l.origin, 'On ' || l.machine || ' the whole ladder gains ' || l.speedup_text || ' times at n ' || l.n || ' (published: {'
           || l.published_total_found || '}); the largest step is ' || s.variant || ', ' || s.step_text || ' times ' || s.before_variant || '.'
    FROM ladder l
    JOIN step s
    WHERE l.report = 'F' AND l.place = 7 AND l.speedup_low IS NOT NULL
    UNION ALL -- phase 3 in blocks of 32
    SELECT 1 + l.place, l.origin, l.variant || ' does not pay on ' || l.machine || ': ' || l.step_text || ' times ' || l.before_variant
           || coalesce('. A launch of its phase 3, counted in ' || iif(min(a.runs, b.runs) = 1, 'one run', min(a.runs, b.runs) || ' runs')
                       || ', executes {' || (a.instructions_g / b.instructions_g) || '} times as many integer instructions as that of '
                       || l.before_variant || ' ({' || a.instructions_g || '} × 10⁹ against {' || b.instructions_g
                       || '} × 10⁹), loads {' || a.shared_gbs || '±} against {' || b.shared_gbs
                       || '±} GB/s from shared memory and keeps {' || a.occupancy || '} against {' || b.occupancy || '} % of the warps busy'
                       || iif(abs(a.instructions_g / b.instructions_g - 1) < 0.01, ': the compiler makes the same of both.', '.'), '.')
    FROM ladder l
    LEFT JOIN phase_3 a ON a.variant = l.variant AND a.origin = l.origin
    LEFT JOIN phase_3 b ON b.variant = l.before_variant
    WHERE l.report = 'F' AND l.step_high < 1.05
)
SELECT opens || text || closes FROM line JOIN tone USING (origin) ORDER BY place;
