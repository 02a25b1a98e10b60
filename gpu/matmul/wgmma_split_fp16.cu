/* Matrix product in float32 on the tensor cores of Hopper, each element as the sum of two float16.
 *
 * Architecture: sm_90a
 *
 * The products of mma_split_fp16, by the instructions that reach the full rate of Hopper's tensor cores
 * (wgmma.cuh: a warpgroup multiplies, another thread copies, blocks share columns of B). For each slice of 32
 * k there are six instructions for each part of the tile, small products first, and the tensor core sums no
 * more than a slice: it rounds toward zero, and the fewer and the smaller its sums are, the less is lost.
 * Totals of such sums are rounded to nearest. Tiles are 128 x 256 where these keep the multiprocessors busy,
 * else 128 x 128. Up to n 768 a kernel with compensated sums multiplies (fp16_split.cuh).
 *
 * Measured on an H200: 2.9, 4.3 and 4.9 times cuBLAS SGEMM at n 2048, 4096 and 8192, splitting included,
 * measured alternately (the power limit slows both from n 4096 on); 1.8, 2.1 and 2.2 times mma_split_fp16.
 * Errors, median and largest, are smaller than SGEMM's, from n 2048 on less than half of them, in 71 of 72
 * cases: with zeros among the elements the largest at n 1500 is 1.07 times SGEMM's.
 * Bound: power; the clock falls while tensor cores work.
 * Limits: 8 n^2 bytes of workspace, 4 (m k + k n) of a shape; Hopper only. Rows of A and columns of B may
 * have any scale, subnormal ones too: a power of two changes no other bit of the results. Within a row or
 * column, an element below 2^-17 of the largest loses relative accuracy, and below 2^-40 it counts as zero:
 * factors along k, 2^20 in A and 2^-20 in B, cost accuracy. NaN and infinity give the results of a plain
 * float32 loop, in their own row or column only; many of them make it slow (fp16_split.cuh).
 * Source: Ootomo and Yokota, 2022; NVIDIA, PTX ISA; DeepSeek, DeepGEMM. */
#include "gpu/capability.h"
#include "gpu/matmul/kernels/fp16_split.cuh"

/* Smaller operands stay in the second-level cache, and a wait costs more there. Of a shape: (m + n) k / 2. */
static const double PACED_FROM = 4096.0 * 4096.0;

static int run(const Task *task)
{
    const SliceLayout layout = slice_layout(task->point);
    Fp16Operands operands = fp16_operands_in(task->workspace, layout);
    if (0.5 * ((double)layout.rows + layout.columns) * layout.k < PACED_FROM) {
        operands.begun = NULL;
    }
    return launch_split(task, operands, layout) != 0 || wgmma_fp16(task, operands, layout, layout) != 0
               ? -1
               : launch_repair(task, operands, layout);
}

extern "C" const Variant variant_gpu_matmul_wgmma_split_fp16;
const Variant variant_gpu_matmul_wgmma_split_fp16 = {
    .workload = "matmul",
    .name = "gpu/wgmma_split_fp16",
    .idea = "an element as two float16, by the asynchronous instructions of Hopper's tensor cores",
    .source = "Ootomo and Yokota 2022; NVIDIA, PTX ISA, wgmma; DeepSeek, DeepGEMM",
    .after = "gpu/mma_split_fp16",
    .types = FLOAT32,
    .instructions = INSTRUCTIONS_TENSOR,
    .missing = gpu_tensor_cores_missing<90, 90>,
    .workspace = fp16_workspace,
    .run = run,
};
