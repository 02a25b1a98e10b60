-- title: The machines of the reports, this machine and the reference.
-- note: F does not state its machine. CUDA cores: lanes of the generation per multiprocessor × multiprocessors. Bandwidth: data rate × bus width / 8.
WITH machine AS (
    SELECT origin, json, json_extract(json, '$.gpu.compute_capability') AS cc, json_extract(json, '$.gpu.multiprocessors') AS sms,
           2 * json_extract(json, '$.gpu.memory_clock_mhz') AS rate, json_extract(json, '$.gpu.memory_bus_bits') AS bus
    FROM machines WHERE origin = 'here' OR origin IN (SELECT origin FROM good)
),
line AS (SELECT *, rowid AS place FROM published_hardware_properties),
fact (report, property, value, mark) AS (
    SELECT origin, property, iif(format <> '', printf(format, json_extract(json, path) / divisor), json_extract(json, path)), ''
    FROM machine JOIN line WHERE path <> '' AND json_extract(json, path) > 0
    UNION ALL SELECT origin, 'lanes (CUDA cores)', sms * iif(cc IN ('6.0', '7.0', '7.2', '7.5', '8.0'), 64, 128), '' FROM machine
    UNION ALL SELECT origin, 'bandwidth', round(rate * bus / 8e3, 1) || ' GB/s', '' FROM machine
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
