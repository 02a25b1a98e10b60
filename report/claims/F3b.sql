-- claim: Shared memory is worth 3.2 times.
SELECT step >= 0.9 * published_step_found AS holds,
       variant || ' {' || step || '} times ' || before_variant || '; published {' || published_step_found || '}' AS figures,
       machine
FROM ladder
WHERE report = 'F' AND place = 4 AND step IS NOT NULL;
