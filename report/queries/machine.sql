-- title: The machine.
WITH here AS (SELECT json AS file FROM machines WHERE origin = 'here'),
described (place, property, format, a, b, c) AS (VALUES
    (1, 'processor', '%s', 'cpu.model', 'x', 'x'),
    (2, 'cores, hardware threads, usable', '%s, %s, %s', 'cpu.cores', 'cpu.processors', 'cpu.usable_processors'),
    (3, 'packages, NUMA nodes', '%s, %s', 'cpu.packages', 'cpu.numa_nodes', 'x'),
    (5, 'vectors', '%s, %s lanes of 32 bits', 'cpu.isa', 'cpu.lanes_32bit', 'x'),
    (6, 'governor', '%s', 'cpu.governor', 'x', 'x'), (7, 'hypervisor', '%s', 'cpu.hypervisor', 'x', 'x'),
    (10, 'huge pages', '%s', 'memory.huge_pages', 'x', 'x'), (11, 'system', '%s, %s %s', 'system.distribution', 'system.kernel', 'system.release'),
    (12, 'GPU', '%s', 'gpu.name', 'x', 'x'), (12, 'GPU', 'none: %s', 'gpu_reason', 'x', 'x'),
    (13, 'compiler', '%s', 'build.compiler', 'x', 'x'), (14, 'flags', '%s', 'build.flags', 'x', 'x'),
    (15, 'OpenMP', '%s', 'build.openmp', 'x', 'x'), (17, 'GPU compiler', '%s', 'build.gpu', 'x', 'x')),
fact AS (
    SELECT place, property, printf(format, json_extract(file, '$.' || a), json_extract(file, '$.' || b), json_extract(file, '$.' || c)) AS value
    FROM here, described WHERE json_extract(file, '$.' || a) IS NOT NULL
    UNION ALL SELECT 2, 'cores of the faster kind', json_extract(file, '$.cpu.fast_cores') FROM here
        WHERE json_extract(file, '$.cpu.fast_cores') < json_extract(file, '$.cpu.cores')
    UNION ALL SELECT 4, 'clock under load', printf('%.2f GHz', json_extract(file, '$.cpu.clock_hz') / 1e9) FROM here
        WHERE json_extract(file, '$.cpu.clock_hz') > 0
    UNION ALL SELECT 8, 'cache level ' || json_extract(value, '$.level') || ' ' || json_extract(value, '$.type'),
        json_extract(value, '$.count') || ' × ' || (json_extract(value, '$.size_bytes') / 1024) || ' KiB' FROM here, json_each(file, '$.caches')
    UNION ALL SELECT 9, 'memory', printf('%.1f GiB', json_extract(file, '$.memory.total_bytes') / 1073741824.0) FROM here
        WHERE json_extract(file, '$.memory.total_bytes') > 0
    UNION ALL SELECT 16, 'BLAS', coalesce(json_extract(file, '$.build.blas_version'), json_extract(file, '$.build.blas')) FROM here
    UNION ALL SELECT 18, key, value FROM here, json_each(file, '$.environment')
)
SELECT property, value AS value FROM fact WHERE value IS NOT NULL
ORDER BY place, property;
