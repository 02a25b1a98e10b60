/* Matrix product in float16 or bfloat16 on the tensor cores of Hopper.
 *
 * Architecture: sm_90a
 *
 * A warpgroup of Hopper multiplies 64 x 16 by 16 x 256 elements with one instruction, which reads both
 * matrices from shared memory as they are stored, B by its columns. Copies of boxes of a tensor bring them
 * there, and results back, without a thread that loads or stores (kernels/wgmma_float16.cuh). Blocks compute
 * 128 x 256 results, or narrower tiles where these fill the GPU better.
 *
 * Measured on an H200: 1.01 of cuBLAS at n 8192, 0.99 at 4096, 0.96 at 2048, in both types; 4.8 times at
 * n 3001 in float16.
 * Bound: power, as the same instructions take 5 % longer in float16 than in bfloat16 at n 8192. Below n 2048
 * tiles do not fill the GPU; rows that begin at no multiple of 32 bytes are copied slower (docs/tuning.md).
 * Limits: Hopper only. A matrix whose rows are no multiple of 8 elements is copied to the workspace first,
 * and rows of the result are then stored by elements.
 * Source: NVIDIA, PTX ISA, wgmma, cp.async.bulk.tensor; NVIDIA, CUTLASS (roles of warpgroups). */
#include "gpu/capability.h"
#include "gpu/matmul/kernels/wgmma_float16.cuh"

extern "C" const Variant variant_gpu_matmul_wgmma_float16;
const Variant variant_gpu_matmul_wgmma_float16 = {
    .workload = "matmul",
    .name = "gpu/wgmma_float16",
    .idea = "elements of 16 bits as they are, by the asynchronous instructions of Hopper's tensor cores",
    .source = "NVIDIA, PTX ISA, wgmma; NVIDIA, CUTLASS",
    .after = "gpu/shared",
    .types = FLOAT16 | BFLOAT16,
    .instructions = INSTRUCTIONS_TENSOR,
    .missing = gpu_tensor_cores_missing<90, 90>,
    .workspace = float16_workspace,
    .run = float16_product,
};
