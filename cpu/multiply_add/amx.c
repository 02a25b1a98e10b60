/* multiply_add cpu/amx: as many multiply-adds of 8-bit limbs as the matrix unit can start (cpu/amx.h).
 * Processor: x86-64
 * Target: amx-int8
 *
 * The unit multiplies matrices. So the chains x <- x m + c of a 16 x 16 block of elements advance by 16 steps
 * at a time, in a product of depth 16: 16 multiply-adds per element, as many as 16 steps have. Let e be the
 * increment of the first 16 steps. The j-th 16 steps add m^(16 j) e, and
 *
 *     m^(16 j) e = (m^(16 j) R) (R^-1 e)      for any R that has an inverse modulo 2^32.
 *
 * Element (i, k) of R is min(i, k) + 1; its inverse takes differences of rows twice. The left factors are the
 * same for all blocks and are split into limbs once; the 64 k of one instruction are 64 steps. A limb of the
 * right factor stays in a tile for all of them: one load for two instructions, and four accumulators to hide
 * the latency of 52 cycles. The remaining n modulo 64 steps are one multiplication and one addition each.
 *
 * Limits: AMX-INT8 and Linux. The unit is idle while blocks are loaded, split and stored. On a Xeon (Sapphire
 * Rapids) it is busy 0.84 of the time at n 4096 and 0.7 at 1024; the tile of matmul cpu/amx keeps it busy
 * 0.86 of the time if all data is in the first-level cache.
 * Source: Intel, Optimization Reference Manual, AMX. */
#include <string.h>

#include "common/size.h"
#include "common/workload.h"
#include "common/workloads/ceilings.h"
#include "cpu/amx.h"
#include "cpu/threads.h"
#include "cpu/unroll.h"

enum {
    MAX_TILES = 64, /* of left factors: 64 KiB per limb, 4096 steps */
    BLOCKS = 2,     /* of 16 x 16 elements, processed together */
};

typedef AmxWords Block[AMX_SIDE];
typedef AmxTile Left[AMX_LIMBS][MAX_TILES];

/* x <- m x + c: one step, or many combined. */
typedef struct Steps {
    uint32_t m, c;
} Steps;

static Steps repeated(Steps step, size_t times)
{
    Steps all = {1, 0};
    for (size_t i = 0; i < times; i++) {
        all = (Steps){all.m * step.m, all.c * step.m + step.c};
    }
    return all;
}

AMX_VECTORS static void make_left(uint32_t m16, size_t tiles, Left left)
{
    uint32_t power = 1;
    for (size_t tile = 0; tile < tiles; tile++) {
        uint32_t powers[4];
        for (int i = 0; i < 4; i++) {
            powers[i] = power;
            power *= m16;
        }
        for (uint32_t row = 0; row < AMX_SIDE; row++) {
            uint32_t of_r[AMX_SIDE];
            AmxWords x[4], limbs[AMX_LIMBS];
            for (uint32_t lane = 0; lane < AMX_SIDE; lane++) {
                of_r[lane] = (row < lane ? row : lane) + 1;
            }
            for (int i = 0; i < 4; i++) {
                x[i] = *(const AmxWords *)of_r * powers[i];
            }
            amx_split(x, limbs);
            for (int limb = 0; limb < AMX_LIMBS; limb++) {
                *(AmxWords *)(void *)left[limb][tile][row] = limbs[limb];
            }
        }
    }
}

/* R^-1 e of a block in limbs. The four k of a word belong to the same row. */
AMX_VECTORS static void make_right(const Block x, Steps sixteen, AmxTile right[AMX_LIMBS])
{
    _Alignas(64) Block rises; /* of e, relative to the previous row */
    AmxWords before = {0};
    for (size_t row = 0; row < AMX_SIDE; row++) {
        AmxWords e = x[row] * (sixteen.m - 1) + sixteen.c;
        rises[row] = e - before;
        before = e;
    }
    for (size_t row = 0; row < AMX_SIDE; row++) {
        AmxWords z = rises[row];
        if (row + 1 < AMX_SIDE) {
            z -= rises[row + 1];
        }
        const AmxWords four[4] = {z, z, z, z};
        AmxWords limbs[AMX_LIMBS];
        amx_split(four, limbs);
        for (int limb = 0; limb < AMX_LIMBS; limb++) {
            *(AmxWords *)(void *)right[limb][row] = limbs[limb];
        }
    }
}

/* Accumulates a limb's products: even tiles of left factors in sums 0 and 1, odd ones in 2 and 3. */
AMX_TARGET static void add_products(size_t tiles, AmxTile left[MAX_TILES], AmxTile first, AmxTile second)
{
    _tile_loadd(6, first, AMX_DEPTH);
    _tile_loadd(7, second, AMX_DEPTH);
    for (size_t tile = 0; tile + 2 <= tiles; tile += 2) {
        _tile_loadd(4, left[tile], AMX_DEPTH);
        _tile_dpbuud(0, 4, 6);
        _tile_dpbuud(1, 4, 7);
        _tile_loadd(5, left[tile + 1], AMX_DEPTH);
        _tile_dpbuud(2, 5, 6);
        _tile_dpbuud(3, 5, 7);
    }
    if (tiles % 2 != 0) {
        _tile_loadd(4, left[tiles - 1], AMX_DEPTH);
        _tile_dpbuud(0, 4, 6);
        _tile_dpbuud(1, 4, 7);
    }
}

/* Accumulates the products of weight 256^s. */
AMX_TARGET static void sum_products(int s, size_t tiles, Left left, AmxTile right[BLOCKS][AMX_LIMBS],
                                    Block sums[2 * BLOCKS])
{
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    for (int limb = 0; limb <= s; limb++) {
        add_products(tiles, left[limb], right[0][s - limb], right[1][s - limb]);
    }
    _tile_stored(0, sums[0], AMX_DEPTH);
    _tile_stored(1, sums[1], AMX_DEPTH);
    _tile_stored(2, sums[2], AMX_DEPTH);
    _tile_stored(3, sums[3], AMX_DEPTH);
}

/* Advances by 64 steps per tile. */
AMX_TARGET static void advance(size_t tiles, Steps sixteen, Left left, Block x[BLOCKS])
{
    _Alignas(64) AmxTile right[BLOCKS][AMX_LIMBS];
    _Alignas(64) Block sums[2 * BLOCKS], all[BLOCKS] = {{{0}}};
    for (int block = 0; block < BLOCKS; block++) {
        make_right(x[block], sixteen, right[block]);
    }
    AMX_WRITTEN(right);
    for (int s = AMX_LIMBS - 1; s >= 0; s--) {
        sum_products(s, tiles, left, right, sums);
        for (int block = 0; block < BLOCKS; block++) {
            for (int row = 0; row < AMX_SIDE; row++) {
                all[block][row] = (all[block][row] << 8) + sums[block][row] + sums[block + BLOCKS][row];
            }
        }
    }
    for (int block = 0; block < BLOCKS; block++) {
        for (int row = 0; row < AMX_SIDE; row++) {
            x[block][row] += all[block][row];
        }
    }
}

/* Advances BLOCKS blocks by n steps. */
AMX_VECTORS static void chains(size_t n, Steps step, Steps sixteen, Left left, Block x[BLOCKS])
{
    size_t tiles = 0;
    for (size_t done = 0; done < n / AMX_DEPTH; done += tiles) {
        tiles = size_min(MAX_TILES, n / AMX_DEPTH - done);
        advance(tiles, sixteen, left, x);
    }
    for (int block = 0; block < BLOCKS; block++) {
        for (int row = 0; row < AMX_SIDE; row++) {
            for (size_t i = 0; i < n % AMX_DEPTH; i++) {
                x[block][row] = x[block][row] * step.m + step.c;
            }
        }
    }
}

/* Prefetches the next blocks. */
static void fetch(const uint32_t *in, const uint32_t *out, size_t elements)
{
    for (size_t i = 0; i < size_min(elements, BLOCKS * AMX_SIDE * AMX_SIDE); i += AMX_SIDE) {
        __builtin_prefetch(in + i);
        __builtin_prefetch(out + i, 1);
    }
}

static int run(const Task *task)
{
    size_t n = task->point->n, elements = n * n;
    const uint32_t *a = task->a;
    uint32_t *out = task->out;
    AmxTile(*left)[MAX_TILES] = task->workspace;
    Steps step = {ceilings_factor_int32(task->a), ceilings_addend_int32(task->a, n)};
    Steps sixteen = repeated(step, AMX_SIDE);
    make_left(sixteen.m, size_min(MAX_TILES, n / AMX_DEPTH), left);
#pragma omp parallel
    {
        _Alignas(64) Block x[BLOCKS] = {{{0}}};
        amx_shape();
#pragma omp for schedule(guided)
        for (size_t first = 0; first < elements; first += sizeof x / sizeof *a) {
            size_t bytes = size_min(sizeof x, (elements - first) * sizeof *a);
            memcpy(x, a + first, bytes);
            fetch(a + first + sizeof x / sizeof *a, out + first + sizeof x / sizeof *a,
                  elements - first - bytes / sizeof *a);
            chains(n, step, sixteen, left, x);
            memcpy(out + first, x, bytes);
        }
        amx_release();
    }
    return 0;
}

static size_t workspace(const Point *point)
{
    (void)point;
    return sizeof(Left);
}

const Variant variant_cpu_multiply_add_amx = {
    .workload = "multiply_add",
    .name = "cpu/amx",
    .idea = "products of 8-bit limbs by the matrix unit, operands in its tiles: the ceiling of "
            "products of such limbs",
    .source = "Intel, Optimization Reference Manual",
    .after = "cpu/registers",
    .types = INT32,
    .axes = AXIS_OPENMP_THREADS,
    .instructions = INSTRUCTIONS_MATRIX,
    .missing = amx_missing,
    .workspace = workspace,
    .open = amx_open,
    .run = run,
};
