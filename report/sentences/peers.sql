-- The best and the worst that a rung does beside its library, and which comes nearest to a ceiling.
WITH told AS (
    SELECT *, over_library AS value, over_library_half AS half, row_number() OVER (PARTITION BY workload, variant, host ORDER BY over_library, id) AS worst,
           row_number() OVER (PARTITION BY workload, variant, host ORDER BY over_library DESC, id) AS best
    FROM beside_library WHERE over_library_low IS NOT NULL
)
SELECT group_concat(w.variant || on_host || ' (' || workload || ') runs at ' || iif(w.id = best_id, '{' || w.value || '±' || w.half || '}',
       'between {' || w.value || '±' || w.half || '} and {' || best_value || '±' || best_half || '}') || ' times the rate of ' || library, '; ') || '.'
FROM (SELECT w.*, b.id AS best_id, b.value AS best_value, b.half AS best_half FROM told w
      JOIN told b ON b.workload = w.workload AND b.variant = w.variant AND b.host = w.host AND b.best = 1
      WHERE w.worst = 1 ORDER BY w.workload, w.variant, w.on_host) w
HAVING count(*) > 0;
