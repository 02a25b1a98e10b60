-- title: Energy per result.
-- empty: No energy counter could be read (a GPU's through NVML, a CPU's through RAPL), or no sample was long enough (experiments/energy.sh).
-- note: Gross: idle power of the board or the packages included. From samples of at least 1 s on a GPU, 0.1 s on a CPU. The CPU's
--   counter covers its packages, without memory.
SELECT workload, type, n, variant || on_host || marks AS variant, threads, energy_j AS "energy (J)", half_j AS "±",
       amount / energy_j / 1e9 AS "10⁹ operations or bytes a joule", amount / energy_j / 1e9 * half_j / energy_j AS "±", id AS point
FROM energy e
ORDER BY workload, type, n, kind, e.variant, origin, threads, id;
