-- title: The machines of the reports, this machine and the reference.
-- note: F does not state its machine. CUDA cores: lanes of the generation per multiprocessor × multiprocessors. Bandwidth: data rate × bus width / 8.
WITH own AS (
    SELECT origin, json AS facts, json_extract(json, '$.gpu') AS gpu, json_extract(json, '$.gpu.multiprocessors') AS sms,
           iif(json_extract(json, '$.gpu.compute_capability') IN ('6.0', '7.0', '7.2', '7.5', '8.0'), 64, 128) AS lanes,
           2 * json_extract(json, '$.gpu.memory_clock_mhz') AS rate, json_extract(json, '$.gpu.memory_bus_bits') AS bus
    FROM machines WHERE origin = 'here' OR origin IN (SELECT origin FROM study)
),
fact AS (
    SELECT origin AS report, id AS place, key AS property, value, '' AS mark
    FROM own JOIN json_each(json_object(
        'machine', json_extract(facts, '$.name'), 'processor', json_extract(facts, '$.cpu.model'), 'cores', json_extract(facts, '$.cpu.cores'),
        'hardware threads', json_extract(facts, '$.cpu.processors'), 'system', json_extract(facts, '$.system.distribution'),
        'card', json_extract(gpu, '$.name'), 'driver', 'CUDA ' || json_extract(gpu, '$.driver_cuda'),
        'compute capability', json_extract(gpu, '$.compute_capability'), 'multiprocessors', sms, 'lanes (CUDA cores)', sms * lanes,
        'clock', json_extract(gpu, '$.clock_mhz') || ' MHz', 'memory', round(json_extract(gpu, '$.memory_bytes') / 1073741824.0, 1) || ' GiB',
        'second-level cache', (json_extract(gpu, '$.l2_bytes') / 1048576) || ' MiB', 'data rate', rate || ' MT/s', 'bus width', bus || ' bits',
        'bandwidth', round(rate * bus / 8e3, 1) || ' GB/s', 'copy engines', json_extract(gpu, '$.copy_engines'), 'threads a multiprocessor', NULL,
        'blocks a multiprocessor', NULL, 'registers a multiprocessor', NULL,
        'shared memory a multiprocessor', json_extract(gpu, '$.shared_per_multiprocessor_bytes') || ' B'))
    UNION ALL SELECT report, NULL, property, value, iif(source = 'report', '', 'looked') FROM published_hardware
)
SELECT property, max(iif(report = 'here', value, NULL)) AS "this machine", max(iif(report = 'reference', value, NULL)) AS reference,
       max(iif(report = 'T', value, NULL)) AS T, max(iif(report = 'T', mark, NULL)) AS "^",
       max(iif(report = 'O, threads', value, NULL)) AS "O, threads",
       max(iif(report = 'O, CUDA', value, NULL)) AS "O, CUDA", max(iif(report = 'O, CUDA', mark, NULL)) AS "^",
       max(iif(report = 'S', value, NULL)) AS S, max(iif(report = 'S', mark, NULL)) AS "^", max(iif(report = 'R', value, NULL)) AS R
FROM fact
GROUP BY property HAVING count(value) > 0
ORDER BY max(place);
