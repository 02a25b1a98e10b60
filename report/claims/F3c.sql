-- reading: min in place of the if gains 1.43 times.
SELECT origin, machine, step_figures AS figures, published_step_found AS published, step_low AS low, step_high AS high, differs
FROM ladder
WHERE report = 'F' AND place = 5 AND step IS NOT NULL;
