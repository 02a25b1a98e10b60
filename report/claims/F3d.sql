-- claim: The large blocking factor is worth 2.0 times.
SELECT step >= 0.9 * published_step_found AS holds,
       variant || ' {' || step || '} times ' || before_variant || '; published {' || published_step_found || '}' AS figures,
       machine
FROM ladder
WHERE report = 'F' AND place = 6 AND step IS NOT NULL;
