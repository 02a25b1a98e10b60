-- title: The machines of the reports, this machine and the reference.
-- note: F does not state its machine. CUDA cores: lanes of the generation per multiprocessor × multiprocessors. Bandwidth: data rate × bus width / 8.
WITH machine AS (
    SELECT origin, json, json_extract(json, '$.gpu.compute_capability') AS cc, json_extract(json, '$.gpu.multiprocessors') AS sms,
           json_extract(json, '$.gpu.memory_clock_mhz') AS memory_mhz, json_extract(json, '$.gpu.memory_bus_bits') AS bus
    FROM machines WHERE origin = 'here' OR origin IN (SELECT origin FROM study)
),
line (place, property, path, scale, format) AS (
    VALUES (1, 'machine', '$.name', 0, ''), (2, 'processor', '$.cpu.model', 0, ''), (3, 'cores', '$.cpu.cores', 0, ''),
           (4, 'hardware threads', '$.cpu.processors', 0, ''), (5, 'system', '$.system.distribution', 0, ''), (6, 'card', '$.gpu.name', 0, ''),
           (7, 'driver', '$.gpu.driver_cuda', 1, 'CUDA %.1f'), (8, 'compute capability', '$.gpu.compute_capability', 0, ''),
           (9, 'multiprocessors', '$.gpu.multiprocessors', 0, ''), (10, 'lanes (CUDA cores)', NULL, 0, ''),
           (11, 'clock', '$.gpu.clock_mhz', 1, '%.0f MHz'), (12, 'memory', '$.gpu.memory_bytes', 1073741824.0, '%.1f GiB'),
           (13, 'second-level cache', '$.gpu.l2_bytes', 1048576.0, '%.0f MiB'), (14, 'data rate', '$.gpu.memory_clock_mhz', 0.5, '%.0f MT/s'),
           (15, 'bus width', '$.gpu.memory_bus_bits', 1, '%.0f bits'), (16, 'bandwidth', NULL, 0, ''),
           (17, 'copy engines', '$.gpu.copy_engines', 0, ''), (18, 'threads a multiprocessor', NULL, 0, ''),
           (19, 'blocks a multiprocessor', NULL, 0, ''), (20, 'registers a multiprocessor', NULL, 0, ''),
           (21, 'shared memory a multiprocessor', '$.gpu.shared_per_multiprocessor_bytes', 1, '%.0f B')
),
fact (report, property, value, mark) AS (
    SELECT origin, property, iif(scale, printf(format, json_extract(json, path) / scale), json_extract(json, path)), ''
    FROM machine JOIN line WHERE json_extract(json, path) > 0
    UNION ALL SELECT origin, 'lanes (CUDA cores)', sms * iif(cc IN ('6.0', '7.0', '7.2', '7.5', '8.0'), 64, 128), '' FROM machine
    UNION ALL SELECT origin, 'bandwidth', printf('%.1f GB/s', memory_mhz * 2e6 * bus / 8 / 1e9), '' FROM machine WHERE sms > 0
    UNION ALL SELECT report, property, value, iif(source = 'report', '', 'looked') FROM published_hardware
)
SELECT property, max(iif(report = 'here', value, NULL)) AS "this machine", max(iif(report = 'reference', value, NULL)) AS reference,
       max(iif(report = 'T', value, NULL)) AS T, max(iif(report = 'T', mark, NULL)) AS "^",
       max(iif(report = 'O, threads', value, NULL)) AS "O, threads",
       max(iif(report = 'O, CUDA', value, NULL)) AS "O, CUDA", max(iif(report = 'O, CUDA', mark, NULL)) AS "^",
       max(iif(report = 'S', value, NULL)) AS S, max(iif(report = 'S', mark, NULL)) AS "^", max(iif(report = 'R', value, NULL)) AS R
FROM line JOIN fact USING (property)
GROUP BY place, property
ORDER BY place;
