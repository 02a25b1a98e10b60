-- What the whole ladder of report F is worth, and its largest step. This machine first.
SELECT 'On this machine ' || variant || ' relaxes {' || max(rate) || '} ' || rate_unit || ' at n ' || n || ' on '
       || threads
       || iif(threads = 1, ' thread', ' threads') || ', {' || over_naive || '} times cpu/naive.'
FROM compared WHERE experiment = 'apsp-ladder' AND kind = 'cpu' AND origin = 'here'
    AND over_naive IS NOT NULL HAVING count(*) > 0
UNION ALL
SELECT 'On ' || l.machine || ' the whole ladder is worth {' || l.speedup || '} times at n ' || l.n || ' (published: {'
       || l.published_total_found
       || '}); the largest step is ' || s.variant || ', {' || s.step || '} times ' || s.before_variant || '.'
FROM ladder l
JOIN (SELECT variant, before_variant, max(step) AS step FROM ladder WHERE report = 'F') s
WHERE l.report = 'F' AND l.place = 7 AND l.speedup IS NOT NULL;
