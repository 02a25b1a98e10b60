/* Matrix product in float32 on tensor cores of Hopper, each element as two float16.
 *
 * Architecture: sm_90a
 *
 * The products of mma_split_fp16, by the instructions that reach the full rate of
 * Hopper's tensor cores (wgmma.cuh: a warpgroup multiplies, another thread
 * fetches, blocks share columns of B). For each slice of 32 k there are six
 * instructions a part, small products first, and a slice is all that the tensor
 * core sums: it adds toward zero, and the fewer and the smaller its sums are, the
 * less is lost. Totals of such sums are rounded to nearest.
 * Tiles of 128 x 256 where they keep the multiprocessors busy, else of 128 x 128.
 * Up to n 768 a kernel of its own multiplies with more care (split_fp16.cuh).
 * Measured on an H200: 2.9, 4.3 and 4.9 times cuBLAS SGEMM at n 2048, 4096 and
 * 8192, cutting included, in turns (the power limit slows both from n 4096 on);
 * 1.8, 2.1 and 2.2 times mma_split_fp16. Errors, median and largest, are smaller than
 * SGEMM's, from n 2048 on less than half of them, but for one of 72 cases: with
 * zeros among the elements the largest at n 1500 is 1.07 times SGEMM's.
 * It needs 8 n^2 bytes of workspace. What bounds it is power: the clock falls
 * while tensor cores work.
 * Sources: Ootomo and Yokota, 2022; NVIDIA, PTX ISA; DeepSeek, DeepGEMM. */
#include "gpu/matmul/kernels/compute_capability.h"
#include "gpu/matmul/kernels/wgmma_split_fp16.cuh"

static int run(const Task *task)
{
    Slices cut = slices_of(task->point->n);
    Halves halves = halves_in(task->workspace, &cut);
    const HalvesResult result = {(float *)task->out, halves.a_exponent, halves.b_exponent, cut.n};
    unsigned multiprocessors;
    if (wgmma_multiprocessors(task, &multiprocessors) != 0 || launch_cuts(task, halves, cut) != 0 ||
        launch_product(task, halves, result, cut, wgmma_prefers_wide(cut, multiprocessors),
                       multiprocessors) != 0) {
        return -1;
    }
    return launch_repair(task, halves, cut);
}

static const char *missing(void)
{
    return capability_missing("tensor cores", 90, 90);
}

extern "C" {
extern const Variant variant_gpu_matmul_wgmma_split_fp16;
}
const Variant variant_gpu_matmul_wgmma_split_fp16 = {
    .workload = "matmul",
    .name = "gpu/wgmma_split_fp16",
    .idea = "an element as two float16, by the asynchronous instructions of Hopper's tensor cores",
    .source = "Ootomo and Yokota 2022; NVIDIA, PTX ISA, wgmma; DeepSeek, DeepGEMM",
    .after = "gpu/mma_split_fp16",
    .types = FLOAT32,
    .instructions = INSTRUCTIONS_TENSOR,
    .missing = missing,
    .workspace = halves_workspace,
    .run = run,
};
