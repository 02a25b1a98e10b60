-- title: The machines of the reports, this machine and the reference.
-- note: This machine and the reference describe themselves; the others are as stated in the reports or looked up. F does not state its
--   machine. Lanes (CUDA cores) are the 32-bit lanes per multiprocessor of the generation times the number of multiprocessors; bandwidth is
--   memory clock × 2 × bus width / 8.
WITH machine AS (
    SELECT m.origin, m.json, json_extract(json, '$.gpu.compute_capability') AS cc, json_extract(json, '$.gpu.multiprocessors') AS sms,
           json_extract(json, '$.gpu.memory_clock_mhz') AS memory_mhz, json_extract(json, '$.gpu.memory_bus_bits') AS bus
    FROM machines m
    WHERE origin = 'here' OR origin IN (SELECT origin FROM study)
),
fact (report, property, value, mark) AS (
    SELECT origin, 'machine', json_extract(json, '$.name'), '' FROM machine
    UNION ALL SELECT origin, 'processor', json_extract(json, '$.cpu.model'), '' FROM machine
    UNION ALL SELECT origin, 'cores', json_extract(json, '$.cpu.cores'), '' FROM machine
    UNION ALL SELECT origin, 'hardware threads', json_extract(json, '$.cpu.processors'), '' FROM machine
    UNION ALL SELECT origin, 'system', json_extract(json, '$.system.distribution'), '' FROM machine
    UNION ALL SELECT origin, 'card', coalesce(json_extract(json, '$.gpu.name'), 'none'), '' FROM machine
    UNION ALL SELECT origin, 'driver', 'CUDA ' || json_extract(json, '$.gpu.driver_cuda'), '' FROM machine
    UNION ALL SELECT origin, 'compute capability', cc, '' FROM machine
    UNION ALL SELECT origin, 'multiprocessors', sms, '' FROM machine
    UNION ALL SELECT origin, 'lanes (CUDA cores)', sms * iif(cc IN ('6.0', '7.0', '7.2', '7.5', '8.0'), 64, 128), '' FROM machine
    UNION ALL SELECT origin, 'clock', printf('%.0f MHz', json_extract(json, '$.gpu.clock_mhz')), '' FROM machine WHERE sms > 0
    UNION ALL SELECT origin, 'memory', printf('%.1f GiB', json_extract(json, '$.gpu.memory_bytes') / 1073741824.0), '' FROM machine WHERE sms > 0
    UNION ALL SELECT origin, 'second-level cache', printf('%.0f MiB', json_extract(json, '$.gpu.l2_bytes') / 1048576.0), '' FROM machine WHERE sms > 0
    UNION ALL SELECT origin, 'data rate', printf('%.0f MT/s', memory_mhz * 2), '' FROM machine WHERE sms > 0
    UNION ALL SELECT origin, 'bus width', bus || ' bits', '' FROM machine
    UNION ALL SELECT origin, 'bandwidth', printf('%.1f GB/s', memory_mhz * 2e6 * bus / 8 / 1e9), '' FROM machine WHERE sms > 0
    UNION ALL SELECT origin, 'copy engines', json_extract(json, '$.gpu.copy_engines'), '' FROM machine
    UNION ALL SELECT origin, 'shared memory a multiprocessor', json_extract(json, '$.gpu.shared_per_multiprocessor_bytes') || ' B', '' FROM machine
    UNION ALL SELECT report, property, value, iif(source = 'report', '', '^looked') FROM published_hardware
),
line (place, property) AS (
    VALUES (1, 'machine'), (2, 'processor'), (3, 'cores'), (4, 'hardware threads'), (5, 'system'), (6, 'card'), (7, 'driver'),
           (8, 'compute capability'), (9, 'multiprocessors'), (10, 'lanes (CUDA cores)'), (11, 'clock'), (12, 'memory'),
           (13, 'second-level cache'), (14, 'data rate'), (15, 'bus width'), (16, 'bandwidth'), (17, 'copy engines'),
           (18, 'threads a multiprocessor'), (19, 'blocks a multiprocessor'), (20, 'registers a multiprocessor'),
           (21, 'shared memory a multiprocessor')
)
SELECT l.property, max(iif(report = 'here', value, NULL)) AS "this machine", max(iif(report = 'reference', value, NULL)) AS reference,
       max(iif(report = 'T', value || mark, NULL)) AS T, max(iif(report = 'O, threads', value || mark, NULL)) AS "O, threads",
       max(iif(report = 'O, CUDA', value || mark, NULL)) AS "O, CUDA", max(iif(report = 'S', value || mark, NULL)) AS S,
       max(iif(report = 'R', value || mark, NULL)) AS R
FROM line l
JOIN fact f USING (property)
GROUP BY l.place, l.property
ORDER BY l.place;
