/* matmul cpu/amx on emulated tiles. */
#include "tests/unit/emulated_tiles.h"

#ifdef __x86_64__
#define variant_cpu_matmul_amx emulated_amx
#include "cpu/matmul/amx.c"
#endif

TEST_ON_TILES(emulated_amx, TYPE_INT32, isa_widest() < ISA_AVX512)
