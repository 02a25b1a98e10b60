-- title: Report S: limits of a launch of the shared-memory product: occupancy, last wave, operations per global access.
-- note: Theoretical: from the CUDA runtime on the GPU's machine, and for the report's GTX 260, on blocks of 8 and 16, from the limits
--   of the GPU on threads, blocks and shared memory; an upper bound, as its registers are unknown. CGMA is operations over global
--   accesses; the report derives 2/3 of the block's side for its kernel.
WITH card AS ( -- the report's
    SELECT max(iif(property = 'multiprocessors', value + 0, NULL)) AS sms,
           max(iif(property = 'threads a multiprocessor', value + 0, NULL)) AS threads,
           max(iif(property = 'blocks a multiprocessor', value + 0, NULL)) AS blocks,
           max(iif(property = 'shared memory a multiprocessor', value + 0, NULL)) AS shared
    FROM published_hardware WHERE report = 'S'
),
launch AS (
    SELECT k.line, k.n + 0 AS n, k.block + 0 AS block, ceil(1.0 * k.n / k.block) * ceil(1.0 * k.n / k.block) AS blocks,
           min(c.blocks, c.threads / (k.block * k.block), c.shared / (8 * k.block * k.block)) AS on_sm, c.sms, c.threads
    FROM kernels k JOIN card c
    WHERE k.workload = 'matmul' AND k.variant = 'gpu/shared' AND k.type = 'float32' AND k.block + 0 IN (8, 16)
      AND k.n IN (SELECT n FROM published_transfer_overlap)
)
SELECT variant, k.n, k.block, kernel, grid, threads_per_block AS "threads a block", registers,
       static_shared_bytes + dynamic_shared_bytes AS "shared memory a block (bytes)", local_bytes AS "spilled (bytes)",
       l.on_sm AS "report: blocks an SM", 100.0 * l.on_sm * l.block * l.block / l.threads AS "report: occupancy (%)",
       100 * (l.blocks / (l.sms * l.on_sm) - ceil(l.blocks / (l.sms * l.on_sm)) + 1) AS "report: last wave filled (%)",
       2.0 * l.block / 3 AS "report: CGMA",
       blocks_per_sm AS "runtime: blocks an SM", occupancy * 100 AS "runtime: occupancy (%)", limited_by AS "runtime: limited by",
       waves AS "runtime: waves", last_wave_filled * 100 AS "runtime: last wave filled (%)", cgma AS "runtime: CGMA",
       (SELECT machine FROM provenance WHERE source = 'kernels') AS machine
FROM kernels k
LEFT JOIN launch l ON l.line = k.line
WHERE workload = 'matmul' AND variant = 'gpu/shared' AND type = 'float32'
ORDER BY k.n + 0, k.block + 0, k.line;
