/* matmul cpu/amx_bfloat16 on emulated tiles. */
#ifdef __x86_64__
#include "tests/unit/emulated_tiles.h"

#define variant_cpu_matmul_amx_bfloat16 emulated_amx_bfloat16
#include "cpu/matmul/amx_bfloat16.c"

TEST(test_shapes)
{
    if (bfloat16_missing() != NULL) {
        skip();
    }
    prove_on_tiles(&emulated_amx_bfloat16, TYPE_BFLOAT16);
}
#else
#include "tests/unit/unit.h"

TEST(test_shapes)
{
    skip();
}
#endif
