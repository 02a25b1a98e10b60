/* Matrix product whose warps synchronize by barriers of each stage, not with all warps.
 *
 * In stream_k all warps of a block meet after every slice, although each needs only that the next slice has
 * arrived and that the stage it fills has been read. Here each stage in shared memory has two barriers
 * (mbarrier), and a thread that arrives at one does not wait: cp.async arrives by itself when its bytes are
 * there, a thread when it has read the slice. Stages are filled again one slice later than possible, so that
 * a warp may fall behind by a slice before others wait. While one warp of a scheduler starts its copies, the
 * other multiplies.
 *
 * Measured on an H200, float32, against cuBLAS at its best setting: 1.05, 1.09, 1.11 at n 2048, 4096, 8192
 * (stream_k: 0.97, 1.00, 1.01), 0.99, 1.18, 0.98 at 1000, 3000, 5001 (0.87, 1.06, 0.95); int32, of the rate
 * of 32-bit multiply-adds: 0.965 and 0.977 at 4096 and 8192 (0.954, 0.963).
 * Bound: as two_ctas_per_sm, instruction issue; 0.92 of the loop's instructions are multiply-adds.
 * Limits: compute capability 8.0; on 9.0 waiting threads sleep. Any m, n, k (tile.cuh).
 * Source: NVIDIA, PTX ISA, mbarrier and cp.async.mbarrier.arrive; NVIDIA, CUTLASS, pipelines. */
#include "gpu/matmul/kernels/stream_k.cuh"

extern "C" const Variant variant_gpu_matmul_mbarrier_pipeline;
const Variant variant_gpu_matmul_mbarrier_pipeline = {
    .workload = "matmul",
    .name = "gpu/mbarrier_pipeline",
    .idea = "barriers for each stage in shared memory, at which copies arrive by themselves; no warp waits "
            "for all",
    .source = "NVIDIA, PTX ISA: mbarrier; NVIDIA, CUTLASS",
    .after = "gpu/stream_k",
    .types = INT32 | FLOAT32,
    .missing = gpu_cp_async_missing,
    .workspace = stream_k_workspace<MbarrierShapes>,
    .describe = stream_k_describe<MbarrierShapes>,
    .run = stream_k_run<MbarrierShapes>,
};
