-- title: Report S: what bounds a launch of the shared-memory product: occupancy, last wave, operations a global access.
-- note: Theoretical, from the CUDA runtime on the GPU's machine. CGMA is operations over global accesses; the report
--   derives 2/3 of the block's side for its kernel.
SELECT variant, n, block, kernel, grid, threads_per_block AS "threads a block", registers,
       static_shared_bytes + dynamic_shared_bytes AS "shared memory a block (bytes)",
       local_bytes AS "spilled (bytes)", blocks_per_sm AS "blocks an SM", occupancy * 100 AS "occupancy (%)",
       limited_by AS "limited by", waves,
       last_wave_filled * 100 AS "last wave filled (%)", cgma AS CGMA
FROM kernels
WHERE workload = 'matmul' AND variant = 'gpu/shared' AND type = 'float32'
ORDER BY n + 0, block + 0, line;
