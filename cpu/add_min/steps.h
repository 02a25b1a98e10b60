/* add_min cpu/registers: the inner loop for vectors of one width.
 *
 * registers.c includes this file once a width, with LANES (32-bit elements of a vector), VECTORS (of them
 * in flight), TARGET
 * (the attribute that allows the instructions), NAME(function) (its name for this width)
 * and MIN(x, y) of two vectors defined. */

typedef int32_t NAME(Words) __attribute__((vector_size(4 * LANES)));

/* VECTORS * LANES elements of `in` through `steps` steps x <- min(x + w, z), from x = in >> 2. */
TARGET static void NAME(steps)(size_t steps, const int32_t *in, int32_t *out, int32_t w, int32_t z)
{
    NAME(Words) x[VECTORS];
    NAME(Words) limit = z - (NAME(Words)){0};
    memcpy(x, in, sizeof x);
    UNROLL
    for (int v = 0; v < VECTORS; v++) {
        x[v] >>= 2; /* CEILINGS_START of every element */
    }
    for (size_t step = 0; step < steps; step++) {
        UNROLL
        for (int v = 0; v < VECTORS; v++) {
            x[v] += w;
            x[v] = MIN(x[v], limit);
        }
    }
    memcpy(out, x, sizeof x);
}

#undef LANES
#undef VECTORS
#undef TARGET
#undef NAME
#undef MIN
