-- reading: Shared memory gains 3.2 times.
SELECT origin, machine, step_figures AS figures, published_step_found AS published, step_low AS low, step_high AS high, differs
FROM ladder
WHERE report = 'F' AND place = 4 AND step IS NOT NULL;
