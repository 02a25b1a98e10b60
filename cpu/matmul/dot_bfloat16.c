/* matmul cpu/dot_bfloat16: cpu/packed for bfloat16, by the processor's dot-product instruction.
 * Processor: x86-64
 * Target: avx512bf16
 *
 * vdpbf16ps multiplies two pairs of bfloat16 and adds both products to a sum in float32, one per 32-bit lane,
 * in the time of one multiply-add of float32. So a step of the tile takes two k, with the loads, registers
 * and cache traffic of one step of cpu/packed. bfloat16_pairs.h has everything around the tile.
 *
 * Measured on one thread of an EPYC with AVX-512: 2.0 to 2.1 times cpu/packed in float32 at n 1024 to 4096,
 * 0.86 of what the instruction gives on registers (docs/tuning.md).
 *
 * Limits: AVX512-BF16. The instruction takes subnormal numbers for zero. On a Xeon (Sapphire Rapids) it
 * starts half as often as a multiply-add of float32: 0.6 times cpu/packed there.
 *
 * Source: Intel, Software Developer's Manual, VDPBF16PS; Goto, van de Geijn, ACM TOMS 34, 2008. */
enum {
    ROWS = 12, /* of a tile: with two vectors per row 24 sums, as in cpu/packed */
    DEPTH = 1,
    MAX_PAIRS = 384,    /* of k per slab: its part of A takes 18 KiB of the first-level cache */
    BAND_COLUMNS = 512, /* of a slab: 768 KiB of the second-level cache ... */
    CHUNK_ROWS = 96,    /* ... and 192 KiB of sums */
    AHEAD = 12,         /* rows of a panel to prefetch ahead */
};

#include "cpu/matmul/bfloat16_pairs.h"

/* sum += both products in each lane. Assembly, because gcc 12 copies sums needlessly with the intrinsic. */
#define ADD_PRODUCTS(sum, x, y) __asm__("vdpbf16ps %2, %1, %0" : "+v"(sum) : "v"(x), "v"(y))

BFLOAT16_TARGET static void compute_tile(size_t pairs, const Word *a, const Word *panel, const Sums *before,
                                         Sums *after, const uint16_t *ahead)
{
    __m512 sum[ROWS][2];
    UNROLL
    for (int i = 0; i < ROWS; i++) {
        sum[i][0] = sum[i][1] = _mm512_setzero_ps();
    }
    for (size_t k = 0; k < pairs; k++) {
        const Word *of_b = panel + k * COLUMNS;
        const __m512i left = _mm512_loadu_si512(of_b), right = _mm512_loadu_si512(of_b + LANES);
        __builtin_prefetch(of_b + AHEAD * COLUMNS);
        __builtin_prefetch(of_b + AHEAD * COLUMNS + LANES);
        __builtin_prefetch(ahead + 2 * k, 0, 2); /* into the second-level cache */
        UNROLL
        for (int i = 0; i < ROWS; i++) {
            const __m512i factor = _mm512_set1_epi32((int)a[i * MAX_PAIRS + k]);
            ADD_PRODUCTS(sum[i][0], left, factor);
            ADD_PRODUCTS(sum[i][1], right, factor);
            IN_REGISTER(factor);
        }
        IN_REGISTER(left);
        IN_REGISTER(right);
    }
    UNROLL
    for (int i = 0; i < ROWS; i++) {
        for (int v = 0; v < 2; v++) {
            if (before != NULL) {
                sum[i][v] = _mm512_add_ps(sum[i][v], _mm512_loadu_ps(before->row[i] + v * LANES));
            }
            _mm512_storeu_ps(after->row[i] + v * LANES, sum[i][v]);
        }
    }
}

static int run(const Task *task)
{
    const Product product = product_of(task);
    Claims claims = {product.m, product.n, ROWS, COLUMNS, BAND_COLUMNS, 0};
#pragma omp parallel
    compute_parts(&product, &claims);
    return 0;
}

const Variant variant_cpu_matmul_dot_bfloat16 = {
    .workload = "matmul",
    .name = "cpu/dot_bfloat16",
    .idea = "packed tiles of pairs of k: a dot product of two bfloat16 in place of a multiply-add",
    .source = "Intel, Software Developer's Manual; Goto, van de Geijn, ACM TOMS 34, 2008",
    .after = "cpu/packed",
    .types = BFLOAT16,
    .axes = AXIS_OPENMP_THREADS,
    .instructions = INSTRUCTIONS_DOT,
    .missing = bfloat16_missing,
    .workspace = workspace,
    .run = run,
};
