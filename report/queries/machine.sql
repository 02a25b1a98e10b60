-- title: The machine.
WITH here AS (
    SELECT json FROM machines WHERE origin = 'here'
),
fact AS (
    SELECT 1 AS place, 'processor' AS property, json_extract(json, '$.cpu.model') AS value FROM here
    UNION ALL SELECT 2, 'cores, hardware threads, usable', json_extract(json, '$.cpu.cores')
        || iif(json_extract(json, '$.cpu.fast_cores') < json_extract(json, '$.cpu.cores'), ' (' || json_extract(json, '$.cpu.fast_cores') || ' of the faster kind)', '') || ', '
        || json_extract(json, '$.cpu.processors') || ', ' || json_extract(json, '$.cpu.usable_processors') FROM here
    UNION ALL SELECT 3, 'packages, NUMA nodes', json_extract(json, '$.cpu.packages') || ', ' || json_extract(json,
        '$.cpu.numa_nodes') FROM here
    UNION ALL SELECT 4, 'clock under load', printf('%.2f GHz', json_extract(json, '$.cpu.clock_hz') / 1e9) FROM here
        WHERE json_extract(json, '$.cpu.clock_hz') > 0
    UNION ALL SELECT 5, 'vectors', json_extract(json, '$.cpu.isa') || ', ' || json_extract(json, '$.cpu.lanes_32bit')
        || ' lanes of 32 bits' FROM here
    UNION ALL SELECT 6, 'governor', json_extract(json, '$.cpu.governor') FROM here
    UNION ALL SELECT 7, 'hypervisor', json_extract(json, '$.cpu.hypervisor') FROM here
    UNION ALL SELECT 8, 'cache level ' || json_extract(value, '$.level') || ' ' || json_extract(value, '$.type'),
        json_extract(value, '$.count') || ' × ' || (json_extract(value, '$.size_bytes') / 1024) || ' KiB'
        FROM here, json_each(here.json, '$.caches')
    UNION ALL SELECT 9, 'memory', nullif(printf('%.1f GiB', json_extract(json, '$.memory.total_bytes') / 1073741824.0), '0.0 GiB')
        FROM here
    UNION ALL SELECT 10, 'huge pages', json_extract(json, '$.memory.huge_pages') FROM here
    UNION ALL SELECT 11, 'system', json_extract(json, '$.system.distribution') || ', ' || json_extract(json,
        '$.system.kernel') || ' ' || json_extract(json, '$.system.release') FROM here
    UNION ALL SELECT 12, 'GPU', coalesce(json_extract(json, '$.gpu.name'), 'none: ' || json_extract(json,
        '$.gpu_reason')) FROM here
    UNION ALL SELECT 13, 'compiler', json_extract(json, '$.build.compiler') FROM here
    UNION ALL SELECT 14, 'flags', json_extract(json, '$.build.flags') FROM here
    UNION ALL SELECT 15, 'OpenMP', json_extract(json, '$.build.openmp') FROM here
    UNION ALL SELECT 16, 'BLAS', coalesce(json_extract(json, '$.build.blas_version'), json_extract(json,
        '$.build.blas')) FROM here
    UNION ALL SELECT 17, 'GPU compiler', json_extract(json, '$.build.gpu') FROM here
    UNION ALL SELECT 18, key, value FROM here, json_each(here.json, '$.environment')
)
SELECT property, value AS value
FROM fact
WHERE value IS NOT NULL
ORDER BY place, property;
