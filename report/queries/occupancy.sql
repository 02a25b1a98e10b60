-- title: Report S: limits of a launch of the shared-memory product.
-- note: Runtime: from the CUDA runtime. Report: for its GTX 260, from the limits on threads and blocks, an upper bound;
--   utilization is occupancy × waves filled. Registers are those of this study's kernel.
WITH launch AS ( -- on the report's 27 multiprocessors of at most 1024 threads and 8 blocks
    SELECT *, 100.0 * on_sm * block * block / 1024 AS occupied, 1.0 * (n / block) * (n / block) / 27 / on_sm AS filled
    FROM (SELECT *, iif(block IN (8, 16) AND n IN (SELECT n FROM published_transfer_overlap), min(8, 1024 / (block * block)), NULL) AS on_sm
          FROM kernels JOIN origins USING (origin) WHERE workload = 'matmul' AND variant = 'gpu/shared' AND type = 'float32')
)
SELECT variant, n, block, kernel AS "csv: kernel", grid AS "csv: grid", threads_per_block AS "csv: threads a block", registers,
       static_shared_bytes + dynamic_shared_bytes AS "shared memory a block (bytes)", local_bytes AS "csv: spilled (bytes)",
       on_sm AS "csv: report: blocks an SM", occupied AS "report: occupancy (%)",
       100 * (filled - ceil(filled) + 1) AS "csv: report: last wave filled (%)", iif(on_sm, 2.0 * block / 3, NULL) AS "csv: report: CGMA",
       blocks_per_sm AS "csv: runtime: blocks an SM", occupancy * 100 AS "runtime: occupancy (%)", limited_by AS "csv: runtime: limited by",
       waves AS "csv: runtime: waves", last_wave_filled * 100 AS "runtime: last wave filled (%)", cgma AS "csv: runtime: CGMA", machine,
       occupied * filled / ceil(filled) AS "report: utilization (%)", on_sm > 0 AS shown
FROM launch
ORDER BY n, block, line;
