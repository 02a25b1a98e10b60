/* Chains of arithmetic in vector registers: the inner loop for one element type and vector width.
 *
 * cpu/widths.h includes this file once per width. The variant defines ELEMENT, TYPE, START(x), the first
 * value of a chain from an element, and STEP(x, p, q). Arrays with constant indices become registers when the
 * loops over them are unrolled. */

typedef uint32_t NAME(Words) __attribute__((vector_size(BYTES)));
typedef uint64_t NAME(Pairs) __attribute__((vector_size(BYTES)));
typedef ELEMENT NAME(Elements) __attribute__((vector_size(BYTES)));

/* CHAIN_VECTORS(BYTES) vectors of `in` through `steps` steps. p and q hold the bits of the elements in 64
 * bits, one float64 or two of 32 bits. */
TARGET static void NAME(steps)(size_t steps, const uint32_t *in, uint32_t *out, uint64_t p, uint64_t q)
{
    NAME(Elements) x[CHAIN_VECTORS(BYTES)];
    const NAME(Elements) all_p = (NAME(Elements))(p + (NAME(Pairs)){0}),
                         all_q = (NAME(Elements))(q + (NAME(Pairs)){0});
    memcpy(x, in, sizeof x);
    UNROLL
    for (int v = 0; v < CHAIN_VECTORS(BYTES); v++) {
        x[v] = (NAME(Elements))START(x[v]);
    }
    for (size_t step = 0; step < steps; step++) {
        UNROLL
        for (int v = 0; v < CHAIN_VECTORS(BYTES); v++) {
            x[v] = (NAME(Elements))STEP(x[v], all_p, all_q);
        }
    }
    memcpy(out, x, sizeof x);
}
