/* add_min: the inner loop for vectors of one width.
 *
 * chains.h includes this file once a width, with LANES (32-bit elements of a vector), VECTORS (of them in
 * flight), TARGET (the attribute that allows the instructions), NAME(function) (its name for this width) and
 * MIN(x, y) of two vectors defined; ELEMENT and START are the variant's. */

typedef uint32_t NAME(Words) __attribute__((vector_size(4 * LANES)));
typedef ELEMENT NAME(Elements) __attribute__((vector_size(4 * LANES)));

/* VECTORS * LANES words of `in` through `steps` steps x <- min(x + w, z) of each element in them. */
TARGET static void NAME(steps)(size_t steps, const uint32_t *in, uint32_t *out, uint32_t w, uint32_t z)
{
    NAME(Elements) x[VECTORS];
    const NAME(Elements) weight = (NAME(Elements))(w + (NAME(Words)){0}),
                         limit = (NAME(Elements))(z + (NAME(Words)){0});
    memcpy(x, in, sizeof x);
    UNROLL
    for (int v = 0; v < VECTORS; v++) {
        x[v] = (NAME(Elements))START(x[v]);
    }
    for (size_t step = 0; step < steps; step++) {
        UNROLL
        for (int v = 0; v < VECTORS; v++) {
            x[v] += weight;
            x[v] = (NAME(Elements))MIN(x[v], limit);
        }
    }
    memcpy(out, x, sizeof x);
}

#undef LANES
#undef VECTORS
#undef TARGET
#undef NAME
#undef MIN
