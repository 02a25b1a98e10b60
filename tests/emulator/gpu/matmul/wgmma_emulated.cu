/* wgmma_float16, whose file is for Hopper's compiler only, by emulated instructions. */
#include "gpu/matmul/kernels/wgmma_float16.cuh"

extern "C" const Variant variant_gpu_matmul_wgmma_emulated;
const Variant variant_gpu_matmul_wgmma_emulated = {
    .workload = "matmul",
    .name = "gpu/wgmma_emulated",
    .idea = "wgmma_float16 where no GPU is",
    .types = FLOAT16 | BFLOAT16,
    .instructions = INSTRUCTIONS_TENSOR,
    .workspace = float16_workspace,
    .run = float16_product,
};
