/* multiply_add cpu/registers: the inner loops for vectors of one width.
 *
 * registers.c includes this file once a width, with LANES (32-bit elements of a vector), VECTORS (of them
 * in flight), TARGET
 * (the attribute that allows the instructions) and NAME(function) (its name for this
 * width) defined. VECTORS elements of an array with constant indices become
 * registers when the loops over them are unrolled. */

typedef float NAME(Floats) __attribute__((vector_size(4 * LANES)));
typedef uint32_t NAME(Words) __attribute__((vector_size(4 * LANES)));

/* VECTORS * LANES elements of `in` through `steps` steps x <- x * m + c. */
TARGET static void NAME(steps_float32)(size_t steps, const float *in, float *out, float m, float c)
{
    NAME(Floats) x[VECTORS];
    memcpy(x, in, sizeof x);
    for (size_t step = 0; step < steps; step++) {
        UNROLL
        for (int v = 0; v < VECTORS; v++) {
            x[v] = x[v] * m + c;
        }
    }
    memcpy(out, x, sizeof x);
}

TARGET static void NAME(steps_int32)(size_t steps, const uint32_t *in, uint32_t *out, uint32_t m, uint32_t c)
{
    NAME(Words) x[VECTORS];
    memcpy(x, in, sizeof x);
    for (size_t step = 0; step < steps; step++) {
        UNROLL
        for (int v = 0; v < VECTORS; v++) {
            x[v] = x[v] * m + c;
        }
    }
    memcpy(out, x, sizeof x);
}

#undef LANES
#undef VECTORS
#undef TARGET
#undef NAME
