-- The best and the worst that a rung does beside its library, and which comes nearest to a ceiling.
WITH beside AS (
    SELECT p.*, r.value, r.half, library.variant AS library FROM compared p
    JOIN compared library ON library.experiment = p.experiment AND library.work = p.work AND library.threads IS p.threads AND library.variant IN ('cpu/blas', 'gpu/cublas')
    JOIN ratio r ON r.above = library.id AND r.below = p.id AND r.clock = 'kernel'
    WHERE p.experiment = 'peers' AND p.variant NOT IN ('cpu/blas', 'gpu/cublas') AND r.low IS NOT NULL
),
told AS (
    SELECT *, row_number() OVER (PARTITION BY workload, variant, host ORDER BY value, id) AS worst, row_number() OVER (PARTITION BY workload, variant, host ORDER BY value DESC, id) AS best
    FROM beside
)
SELECT group_concat(w.variant || on_host || ' (' || workload || ') runs at ' || iif(w.id = best_id, '{' || w.value || '±' || w.half || '}',
       'between {' || w.value || '±' || w.half || '} and {' || best_value || '±' || best_half || '}') || ' times the rate of ' || library, '; ') || '.'
FROM (SELECT w.*, b.id AS best_id, b.value AS best_value, b.half AS best_half FROM told w
      JOIN told b ON b.workload = w.workload AND b.variant = w.variant AND b.host = w.host AND b.best = 1
      WHERE w.worst = 1 ORDER BY w.workload, w.variant, w.on_host) w
HAVING count(*) > 0;
