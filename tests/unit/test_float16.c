/* Floats of 16 bits: every one becomes a float32 and back, and rounding is to nearest, ties to even. */
#include <math.h>

#include "common/float16.h"
#include "tests/unit/unit.h"

enum { VALUES = 1 << 16 };

#define EVERY_VALUE(name, NAME, Element, ...)                                                                \
    TEST(every_##name##_is_kept)                                                                             \
    {                                                                                                        \
        for (unsigned bits = 0; bits < VALUES; bits++) {                                                     \
            const float value = load_##name((Element){(uint16_t)bits});                                      \
            const Element again = store_##name(value);                                                       \
            assert_true(isnan(value) ? isnan(load_##name(again)) : again.bits == bits);                      \
        }                                                                                                    \
    }                                                                                                        \
    /* Between neighbors a and b: below, at and above the middle. */                                         \
    TEST(name##_rounds_to_nearest)                                                                           \
    {                                                                                                        \
        for (unsigned bits = 0; bits + 1 < VALUES / 2; bits++) {                                             \
            const float a = load_##name((Element){(uint16_t)bits}),                                          \
                        b = load_##name((Element){(uint16_t)(bits + 1)});                                    \
            if (!isfinite(b)) {                                                                              \
                break;                                                                                       \
            }                                                                                                \
            const float middle = (float)(((double)a + b) / 2);                                               \
            assert_int_equal(store_##name(nextafterf(middle, a)).bits, bits);                                \
            assert_int_equal(store_##name(middle).bits, bits + (bits & 1));                                  \
            assert_int_equal(store_##name(-middle).bits, (bits + (bits & 1)) | 0x8000);                      \
            assert_int_equal(store_##name(nextafterf(middle, b)).bits, bits + 1);                            \
        }                                                                                                    \
    }
FOR_EACH_16BIT_TYPE(EVERY_VALUE, )

TEST(known_values)
{
    assert_int_equal(store_float16(1).bits, 0x3c00);
    assert_int_equal(store_float16(-2).bits, 0xc000);
    assert_int_equal(store_float16(65504).bits, 0x7bff);
    assert_int_equal(store_float16(65519.996f).bits, 0x7bff);
    assert_int_equal(store_float16(65520).bits, 0x7c00);
    assert_int_equal(store_float16(0x1p-24f).bits, 1);
    assert_int_equal(store_float16(0x1p-25f).bits, 0);
    assert_int_equal(store_float16(INFINITY).bits, 0x7c00);
    assert_int_equal(store_bfloat16(1).bits, 0x3f80);
    assert_int_equal(store_bfloat16(-INFINITY).bits, 0xff80);
    assert_true(load_bfloat16((Bfloat16){0x4049}) == 3.140625f);
    assert_true(load_float16((Float16){0x4248}) == 3.140625f);
}
