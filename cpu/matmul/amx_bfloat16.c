/* matmul cpu/amx_bfloat16: cpu/dot_bfloat16 on the processor's matrix unit.
 * Processor: x86-64
 * Target: amx-bf16
 *
 * tdpbf16ps multiplies 16 rows of 16 pairs of bfloat16 by 16 columns of them and adds the 256 dot products to
 * 256 sums in float32, in 16 cycles. Operands and sums are tiles, eight registers of 1 KiB. Two tiles of A
 * and two of B give four of sums, so that each operand is used twice: a step of 32 k is four loads and four
 * products. A tile of B is a half of each of 16 rows of a panel. The loads of a step take half the time of
 * its products if they find their lines in the first-level cache, so the next step's part of B is prefetched.
 * bfloat16_pairs.h has everything around the tile.
 *
 * Measured on a shared Xeon (Sapphire Rapids), over cpu/packed in float32: 4.5 to 5.8 times on one thread at
 * n 1024 to 4096, at best all that the unit gives on registers; 2.9 to 4.5 times on 16 at n 1024 to 8192
 * (docs/tuning.md).
 *
 * Limits: AMX-BF16 and Linux, as cpu/amx.
 *
 * Source: Intel, Optimization Reference Manual, AMX. */
#include "cpu/amx.h"

enum {
    ROWS = 2 * AMX_SIDE,
    DEPTH = AMX_SIDE,
    MAX_PAIRS = 128,    /* of k per slab: 16 KiB of A and of a panel share the first-level cache */
    BAND_COLUMNS = 512, /* of a slab: 256 KiB of the second-level cache ... */
    CHUNK_ROWS = 512,   /* ... and 1 MiB of sums */
};

#include "cpu/matmul/bfloat16_pairs.h"

/* Sums in tiles 0 to 3, two of A in 4 and 5, two of B in 6 and 7. */
__attribute__((target("amx-tile,amx-bf16"))) static void compute_tile(size_t pairs, const Word *a,
                                                                      const Word *panel, const Sums *before,
                                                                      Sums *after, const uint16_t *ahead)
{
    enum { A_BYTES = MAX_PAIRS * sizeof(Word), ROW_BYTES = COLUMNS * sizeof(Word) };
    const Word *lower = a + AMX_SIDE * MAX_PAIRS;
    AMX_WRITTEN(a);
    if (before == NULL) {
        _tile_zero(0);
        _tile_zero(1);
        _tile_zero(2);
        _tile_zero(3);
    } else {
        _tile_loadd(0, before->row[0], ROW_BYTES);
        _tile_loadd(1, before->row[0] + AMX_SIDE, ROW_BYTES);
        _tile_loadd(2, before->row[AMX_SIDE], ROW_BYTES);
        _tile_loadd(3, before->row[AMX_SIDE] + AMX_SIDE, ROW_BYTES);
    }
    for (size_t k = 0; k < pairs; k += AMX_SIDE) {
        const Word *of_b = panel + k * COLUMNS, *next = of_b + AMX_SIDE * COLUMNS;
        for (size_t line = 0; line < 2 * AMX_SIDE; line++) {
            __builtin_prefetch(next + line * AMX_SIDE);
        }
        __builtin_prefetch(ahead + 2 * k, 0, 2); /* into the second-level cache */
        _tile_loadd(6, of_b, ROW_BYTES);
        _tile_loadd(4, a + k, A_BYTES);
        _tile_dpbf16ps(0, 4, 6);
        _tile_loadd(5, lower + k, A_BYTES);
        _tile_dpbf16ps(2, 5, 6);
        _tile_loadd(7, of_b + AMX_SIDE, ROW_BYTES);
        _tile_dpbf16ps(1, 4, 7);
        _tile_dpbf16ps(3, 5, 7);
    }
    _tile_stored(0, after->row[0], ROW_BYTES);
    _tile_stored(1, after->row[0] + AMX_SIDE, ROW_BYTES);
    _tile_stored(2, after->row[AMX_SIDE], ROW_BYTES);
    _tile_stored(3, after->row[AMX_SIDE] + AMX_SIDE, ROW_BYTES);
}

static int run(const Task *task)
{
    const Product product = product_of(task);
    Claims claims = {product.m, product.n, ROWS, COLUMNS, BAND_COLUMNS, 0};
#pragma omp parallel
    {
        amx_shape();
        compute_parts(&product, &claims);
        amx_release();
    }
    return 0;
}

static const char *missing(void)
{
    const char *reason = bfloat16_missing();
    return reason != NULL ? reason : amx_lacking(AMX_BF16, "this CPU has no AMX-BF16");
}

const Variant variant_cpu_matmul_amx_bfloat16 = {
    .workload = "matmul",
    .name = "cpu/amx_bfloat16",
    .idea = "packed pairs of k in tiles of the matrix unit, whose registers hold 32 x 32 sums",
    .source = "Intel, Optimization Reference Manual",
    .after = "cpu/dot_bfloat16",
    .types = BFLOAT16,
    .axes = AXIS_OPENMP_THREADS,
    .instructions = INSTRUCTIONS_MATRIX,
    .missing = missing,
    .workspace = workspace,
    .open = amx_open,
    .run = run,
};
