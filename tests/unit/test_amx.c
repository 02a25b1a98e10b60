/* matmul cpu/amx on emulated tiles. */
#ifdef __x86_64__
#include "tests/unit/emulated_tiles.h"

#define variant_cpu_matmul_amx emulated_amx
#include "cpu/matmul/amx.c"

TEST(test_shapes)
{
    if (isa_widest() < ISA_AVX512) {
        skip();
    }
    prove_on_tiles(&emulated_amx, TYPE_INT32);
}
#else
#include "tests/unit/unit.h"

TEST(test_shapes)
{
    skip();
}
#endif
