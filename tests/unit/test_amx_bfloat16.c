/* matmul cpu/amx_bfloat16 on emulated tiles. */
#include "tests/unit/emulated_tiles.h"

#ifdef __x86_64__
#define variant_cpu_matmul_amx_bfloat16 emulated_amx_bfloat16
#include "cpu/matmul/amx_bfloat16.c"
#endif

TEST_ON_TILES(emulated_amx_bfloat16, TYPE_BFLOAT16, bfloat16_missing() != NULL)
