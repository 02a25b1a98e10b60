-- title: Energy of a result.
-- note: Idle power of the board or the packages is included. Samples last at least 1 s on a GPU, 0.1 s on a CPU. The CPU's counter covers
--   its packages, without memory.
SELECT workload, type, n, variant || on_host AS variant, marks AS "^", threads, energy_j AS "energy (J)", half_j AS "±",
       work_amount / energy_j / 1e9 AS "10⁹ operations or bytes a joule", work_amount / energy_j / 1e9 * half_j / energy_j AS "±", id AS point,
       origin = 'here' AS shown
FROM energy e
ORDER BY workload, type, n, kind, e.variant, origin, threads, id;
