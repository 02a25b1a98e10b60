-- claim: Shared memory is worth 3.2 times.
SELECT step_low >= 0.9 * published_step_found AS surely, step_high >= 0.9 * published_step_found AS possibly,
       variant || ' ' || step_said || ' times ' || before_variant || '; published {' || published_step_found || '}' AS figures,
       machine
FROM ladder
WHERE report = 'F' AND place = 4 AND step IS NOT NULL;
