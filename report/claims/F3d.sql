-- claim: The large blocking factor is worth 2.0 times.
SELECT step_low >= 0.9 * published_step_found AS surely, step_high >= 0.9 * published_step_found AS possibly,
       variant || ' ' || step_said || ' times ' || before_variant || '; published {' || published_step_found || '}' AS figures,
       machine
FROM ladder
WHERE report = 'F' AND place = 6 AND step IS NOT NULL;
