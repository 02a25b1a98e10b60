-- reading: Shared memory is 1.8 times as fast as the plain grid of blocks.
SELECT origin, machine, step_figures AS figures, published_step_found AS published, step_low AS low, step_high AS high, differs
FROM ladder
WHERE report = 'O' AND place = 4 AND step IS NOT NULL;
