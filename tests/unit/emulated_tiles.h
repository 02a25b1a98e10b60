/* Functions in place of the tile instructions of AMX, by their definition in Intel's Instruction Set
 * Reference, for variants that a test includes after this file: how they pack, distribute and clip, on any
 * CPU with AVX-512. What only the unit shows, `check` and test_widths test where there is one. */
#pragma once

#ifdef __x86_64__

#include <immintrin.h>

#include "common/float16.h"
#include "common/registry.h"
#include "tests/unit/operands.h"
#include "tests/unit/unit.h"

#undef _tile_loadconfig
#undef _tile_release
#undef _tile_zero
#undef _tile_loadd
#undef _tile_stored
#undef _tile_dpbuud
#undef _tile_dpbf16ps
#define _tile_loadconfig(config) ((void)(config))
#define _tile_release() ((void)0)
#define _tile_zero(tile) memset(tiles[tile], 0, sizeof tiles[tile])
#define _tile_loadd(tile, from, stride) copy_rows(tiles[tile], 64, from, stride)
#define _tile_stored(tile, to, stride) copy_rows(to, stride, tiles[tile], 64)
#define _tile_dpbuud(to, x, y) multiply_bytes(tiles[to], tiles[x], tiles[y])
#define _tile_dpbf16ps(to, x, y) multiply_pairs(tiles[to], tiles[x], tiles[y])

typedef uint8_t EmulatedTile[16][64];
static _Thread_local EmulatedTile tiles[8];

/* Not inlined, as a row of a tile is all that the type of its address promises. */
__attribute__((noinline)) static void copy_rows(void *to, size_t to_stride, const void *from,
                                                size_t from_stride)
{
    for (size_t row = 0; row < 16; row++) {
        memcpy((char *)to + row * to_stride, (const char *)from + row * from_stride, 64);
    }
}

static inline void multiply_bytes(EmulatedTile to, EmulatedTile x, EmulatedTile y)
{
    for (int i = 0; i < 16; i++) {
        for (int j = 0; j < 16; j++) {
            uint32_t sum;
            memcpy(&sum, &to[i][4 * j], sizeof sum);
            for (int k = 0; k < 64; k++) {
                sum += (uint32_t)x[i][k] * y[k / 4][4 * j + k % 4];
            }
            memcpy(&to[i][4 * j], &sum, sizeof sum);
        }
    }
}

static inline void multiply_pairs(EmulatedTile to, EmulatedTile x, EmulatedTile y)
{
    for (int i = 0; i < 16; i++) {
        for (int j = 0; j < 16; j++) {
            float sum;
            memcpy(&sum, &to[i][4 * j], sizeof sum);
            for (int k = 0; k < 32; k++) {
                Bfloat16 left, right;
                memcpy(&left, &x[i][2 * k], sizeof left);
                memcpy(&right, &y[k / 2][4 * j + 2 * (k % 2)], sizeof right);
                sum += load_bfloat16(left) * load_bfloat16(right);
            }
            memcpy(&to[i][4 * j], &sum, sizeof sum);
        }
    }
}

static inline void prove_on_tiles(const Variant *variant, ElementType type)
{
    static const size_t shapes[][3] = {{1, 1, 1},       {1, 257, 33},   {33, 1, 257},  {129, 65, 1},
                                       {16, 16, 64},    {32, 16, 256},  {31, 33, 63},  {65, 17, 320},
                                       {33, 48, 257},   {100, 36, 600}, {64, 1040, 3}, {33, 33, 33},
                                       {257, 257, 257}, {65, 33, 1057}};
    Variant on_tiles = *variant;
    on_tiles.open = NULL; /* emulated tiles need no permission of the kernel */
    for (size_t i = 0; i < 2 * COUNT_OF(shapes); i++) {
        const size_t *shape = shapes[i / 2];
        Point point = square_point(shape[1], type);
        point.m = shape[0];
        point.k = shape[2];
        point.threads = i % 2 == 0 ? 1 : 4;
        Operands made = operands_make(registry_workload("matmul"), point, (Input){.seed = point.m});
        operands_run(&made, &on_tiles);
        assert_ok(operands_verify(&made));
        operands_free(&made);
    }
}

#define TEST_ON_TILES(variant, type, is_missing)                                                             \
    TEST(test_shapes)                                                                                        \
    {                                                                                                        \
        if (is_missing) {                                                                                    \
            skip();                                                                                          \
        }                                                                                                    \
        prove_on_tiles(&variant, type);                                                                      \
    }

#else

#include "tests/unit/unit.h"

#define TEST_ON_TILES(variant, type, is_missing)                                                             \
    TEST(test_shapes)                                                                                        \
    {                                                                                                        \
        skip();                                                                                              \
    }

#endif
