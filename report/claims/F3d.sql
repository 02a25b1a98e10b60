-- reading: The large blocking factor gains 2.0 times.
SELECT origin, machine, step_figures AS figures, published_step_found AS published, step_low AS low, step_high AS high, differs
FROM ladder
WHERE report = 'F' AND place = 6 AND step IS NOT NULL;
