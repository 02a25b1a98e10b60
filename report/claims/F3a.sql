-- reading: Coalescing gains 9.9 times.
SELECT origin, machine, step_figures AS figures, published_step_found AS published, step_low AS low, step_high AS high, differs
FROM ladder
WHERE report = 'F' AND place = 2 AND step IS NOT NULL;
