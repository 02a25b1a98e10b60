/* matmul cpu/packs_once: wrong on purpose. It copies B in its first call only, as a library
 * does that packs a constant matrix. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static void *packed;
    return product_of_kept(task, &packed, false);
}

SIMPLE_VARIANT(matmul, packs_once, "wrong on purpose: packs B in its first call only");
