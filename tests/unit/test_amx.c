/* matmul cpu/amx on emulated tiles: how it packs, distributes and clips, on any CPU with AVX-512.
 *
 * The variant is compiled here with functions in place of the tile instructions, by their definition in
 * Intel's Instruction Set Reference. What only the unit shows, `check` and test_widths test where there is
 * one. */

#include "tests/unit/unit.h"

#ifdef __x86_64__
#include <immintrin.h>

#undef _tile_loadconfig
#undef _tile_release
#undef _tile_zero
#undef _tile_loadd
#undef _tile_stored
#undef _tile_dpbuud
#define _tile_loadconfig(config) ((void)(config))
#define _tile_release() ((void)0)
#define _tile_zero(tile) memset(tiles[tile], 0, sizeof tiles[tile])
#define _tile_loadd(tile, from, stride)                                                                      \
    memcpy(tiles[tile], from, sizeof tiles[tile]) /* stride: a row's bytes */
#define _tile_stored(tile, to, stride) memcpy(to, tiles[tile], sizeof tiles[tile])
#define _tile_dpbuud(to, x, y) multiply_tiles(tiles[to], tiles[x], tiles[y])
#define variant_cpu_matmul_amx emulated

typedef uint8_t EmulatedTile[16][64];
static _Thread_local EmulatedTile tiles[8];

static void multiply_tiles(EmulatedTile to, EmulatedTile x, EmulatedTile y)
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

#include "cpu/matmul/amx.c"

#include "common/registry.h"
#include "tests/unit/operands.h"

/* Emulated tiles need no permission of the kernel. */
static Variant on_tiles;

static void prove(size_t m, size_t n, size_t k, unsigned threads)
{
    Point point = square_point(n, TYPE_INT32);
    point.m = m;
    point.k = k;
    point.threads = threads;
    Operands made = operands_make(registry_workload("matmul"), point, (Input){.seed = m});
    operands_run(&made, &on_tiles);
    assert_ok(operands_verify(&made));
    operands_free(&made);
}

TEST(test_shapes)
{
    static const size_t shapes[][3] = {{1, 1, 1},      {1, 257, 33},   {33, 1, 257},  {129, 65, 1},
                                       {16, 16, 64},   {32, 16, 256},  {31, 33, 63},  {65, 17, 320},
                                       {33, 48, 257},  {100, 36, 600}, {64, 1040, 3}, {33, 33, 33},
                                       {257, 257, 257}};
    if (isa_widest() < ISA_AVX512) {
        skip();
    }
    on_tiles = emulated;
    on_tiles.open = NULL;
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        for (unsigned threads = 1; threads <= 4; threads += 3) {
            prove(shapes[i][0], shapes[i][1], shapes[i][2], threads);
        }
    }
}
#else
TEST(test_shapes)
{
    skip();
}
#endif
