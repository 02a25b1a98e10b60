-- claim: Shared memory is 1.8 times as fast as the plain grid of blocks.
SELECT step_low >= 0.9 * published_step_found AS surely, step_high >= 0.9 * published_step_found AS possibly,
       'gpu/shared ' || step_said || ' times gpu/multi_block; published {' || published_step_found || '}' AS figures, machine
FROM ladder
WHERE report = 'O' AND place = 4 AND step IS NOT NULL;
