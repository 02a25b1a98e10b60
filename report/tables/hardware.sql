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
)
SELECT 'machine' AS property, machine AS value FROM fact
UNION ALL SELECT 'card', card FROM fact
UNION ALL SELECT 'driver, runtime', 'CUDA ' || driver || ', CUDA ' || runtime FROM fact
UNION ALL SELECT 'compute capability', '=' || cc FROM fact
UNION ALL SELECT 'multiprocessors', sms FROM fact
UNION ALL SELECT 'lanes (CUDA cores)', sms * iif(cc IN ('6.0', '7.0', '7.2', '7.5', '8.0'), 64, 128) FROM fact
UNION ALL SELECT 'clock', printf('%.0f MHz', clock_mhz) FROM fact
UNION ALL SELECT 'memory', printf('%.1f GiB', memory_bytes / 1073741824.0) FROM fact
UNION ALL SELECT 'second-level cache', printf('%.0f MiB', l2_bytes / 1048576.0) FROM fact
UNION ALL SELECT 'data rate', printf('%.0f MT/s', memory_mhz * 2) FROM fact
UNION ALL SELECT 'bus width', bus || ' bits' FROM fact
UNION ALL SELECT 'bandwidth', printf('%.1f GB/s', memory_mhz * 2e6 * bus / 8 / 1e9) FROM fact
UNION ALL SELECT 'copy engines', engines FROM fact;
