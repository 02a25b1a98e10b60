-- title: Report S: limits of a launch of the shared-memory product: occupancy, last wave, operations per global access.
-- note: Runtime: from the CUDA runtime. Report: for its GTX 260, from the limits on threads, blocks and shared memory, an upper bound, as registers are
--   unknown. CGMA: operations over global accesses.
WITH launch AS (
    SELECT k.line, k.block + 0 AS block, ceil(1.0 * k.n / k.block) * ceil(1.0 * k.n / k.block) AS blocks,
           min(c.blocks, c.threads / (k.block * k.block), c.shared / (8 * k.block * k.block)) AS on_sm, c.sms, c.threads
    FROM kernels k
    JOIN (SELECT max(iif(property = 'multiprocessors', value + 0, NULL)) AS sms, max(iif(property = 'threads a multiprocessor', value + 0, NULL)) AS threads,
                 max(iif(property = 'blocks a multiprocessor', value + 0, NULL)) AS blocks,
                 max(iif(property = 'shared memory a multiprocessor', value + 0, NULL)) AS shared
          FROM published_hardware WHERE report = 'S') c
    WHERE k.block + 0 IN (8, 16) AND k.n IN (SELECT n FROM published_transfer_overlap)
)
SELECT variant, k.n, k.block, kernel AS "csv: kernel", grid AS "csv: grid", threads_per_block AS "csv: threads a block", registers,
       static_shared_bytes + dynamic_shared_bytes AS "shared memory a block (bytes)", local_bytes AS "csv: spilled (bytes)",
       l.on_sm AS "csv: report: blocks an SM", 100.0 * l.on_sm * l.block * l.block / l.threads AS "report: occupancy (%)",
       100 * (l.blocks / (l.sms * l.on_sm) - ceil(l.blocks / (l.sms * l.on_sm)) + 1) AS "report: last wave filled (%)",
       2.0 * l.block / 3 AS "csv: report: CGMA", blocks_per_sm AS "csv: runtime: blocks an SM", occupancy * 100 AS "runtime: occupancy (%)",
       limited_by AS "csv: runtime: limited by", waves AS "csv: runtime: waves", last_wave_filled * 100 AS "runtime: last wave filled (%)",
       cgma AS "csv: runtime: CGMA", machine, l.line IS NOT NULL AS shown
FROM kernels k
JOIN whose USING (origin)
LEFT JOIN launch l ON l.line = k.line
WHERE workload = 'matmul' AND variant = 'gpu/shared' AND type = 'float32'
ORDER BY k.n + 0, k.block + 0, k.line;
