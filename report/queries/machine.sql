-- title: The machine.
WITH here AS (SELECT json AS file FROM machines WHERE origin = 'here'),
fact AS (
    SELECT place + 0 AS place, property, printf(format, json_extract(file, '$.' || a), json_extract(file, '$.' || b), json_extract(file, '$.' || c)) AS value
    FROM here, machine_properties WHERE json_extract(file, '$.' || a) IS NOT NULL
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
