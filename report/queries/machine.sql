-- title: The machine.
WITH here AS (SELECT json AS file FROM machines WHERE origin = 'here'),
fact AS (
    SELECT place + 0 AS place, property,
           printf(format, iif(divisor = '', first, 1.0 * first / divisor), json_extract(file, '$.' || b), json_extract(file, '$.' || c)) AS value
    FROM (SELECT *, json_extract(file, '$.' || a) AS first FROM here, machine_properties) WHERE iif(divisor = '', first IS NOT NULL, first > 0)
    UNION ALL SELECT 2, 'cores of the faster kind', json_extract(file, '$.cpu.fast_cores') FROM here
        WHERE json_extract(file, '$.cpu.fast_cores') < json_extract(file, '$.cpu.cores')
    UNION ALL SELECT 8, 'cache level ' || json_extract(value, '$.level') || ' ' || json_extract(value, '$.type'),
        json_extract(value, '$.count') || ' × ' || (json_extract(value, '$.size_bytes') / 1024) || ' KiB' FROM here, json_each(file, '$.caches')
    UNION ALL SELECT 16, 'BLAS', coalesce(json_extract(file, '$.build.blas_version'), json_extract(file, '$.build.blas')) FROM here
    UNION ALL SELECT 18, key, value FROM here, json_each(file, '$.environment')
)
SELECT property, value FROM fact WHERE value IS NOT NULL
ORDER BY place, property;
