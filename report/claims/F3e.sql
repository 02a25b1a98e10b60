-- reading: The cap on registers gains 1.19 times.
SELECT origin, machine, step_figures AS figures, published_step_found AS published, step_low AS low, step_high AS high, differs
FROM ladder
WHERE report = 'F' AND place = 7 AND step IS NOT NULL;
