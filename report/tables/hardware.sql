-- title: The GPU that stands beside the published figures.
-- empty: There is none.
-- note: From the machine's description. Lanes (CUDA cores) are the 32-bit lanes of a multiprocessor of its generation times
--   their number; bandwidth is memory clock × 2 × bus width / 8.
WITH fact AS (
    SELECT json_extract(json, '$.name') AS machine, json_extract(json, '$.gpu.name') AS card,
           json_extract(json, '$.gpu.compute_capability') AS cc, json_extract(json, '$.gpu.multiprocessors') AS sms,
           json_extract(json, '$.gpu.clock_mhz') AS clock_mhz, json_extract(json,
           '$.gpu.memory_clock_mhz') AS memory_mhz,
           json_extract(json, '$.gpu.memory_bus_bits') AS bus, json_extract(json,
           '$.gpu.memory_bytes') AS memory_bytes,
           json_extract(json, '$.gpu.l2_bytes') AS l2_bytes, json_extract(json, '$.gpu.copy_engines') AS engines,
           json_extract(json, '$.gpu.driver_cuda') AS driver, json_extract(json, '$.gpu.runtime_cuda') AS runtime
    FROM machines
    WHERE json_type(json, '$.gpu') = 'object'
    ORDER BY origin LIMIT 1
),
property AS (
    SELECT 1 AS place, 'machine' AS name, machine AS value FROM fact
    UNION ALL SELECT 2, 'card', card FROM fact
    UNION ALL SELECT 3, 'driver, runtime', 'CUDA ' || driver || ', CUDA ' || runtime FROM fact
    UNION ALL SELECT 4, 'compute capability', '=' || cc FROM fact
    UNION ALL SELECT 5, 'multiprocessors', sms FROM fact
    UNION ALL SELECT 6, 'lanes (CUDA cores)', sms * iif(cc IN ('6.0', '7.0', '7.2', '7.5', '8.0'), 64, 128) FROM fact
    UNION ALL SELECT 7, 'clock', printf('%.0f MHz', clock_mhz) FROM fact
    UNION ALL SELECT 8, 'memory', printf('%.1f GiB', memory_bytes / 1073741824.0) FROM fact
    UNION ALL SELECT 9, 'second-level cache', printf('%.0f MiB', l2_bytes / 1048576.0) FROM fact
    UNION ALL SELECT 10, 'data rate', printf('%.0f MT/s', memory_mhz * 2) FROM fact
    UNION ALL SELECT 11, 'bus width', bus || ' bits' FROM fact
    UNION ALL SELECT 12, 'bandwidth', printf('%.1f GB/s', memory_mhz * 2e6 * bus / 8 / 1e9) FROM fact
    UNION ALL SELECT 13, 'copy engines', engines FROM fact
)
SELECT name AS property, value
FROM property
ORDER BY place;
