/* The register tile of cpu/register_tile and cpu/packed, for vectors of one width and elements of one type.
 *
 * register_tiles.h includes this file once a width and type, with LANES (elements of a vector), ROWS (of the
 * tile), ELEMENT (float or uint32_t), TARGET (the attribute that allows the instructions) and NAME(function)
 * (its name for these) defined. A_AT(i, k), the variant's own, is element (i, k) of A from `a` and
 * `a_stride`. */

typedef ELEMENT NAME(Element) __attribute__((may_alias));
typedef ELEMENT NAME(Vector)
    __attribute__((vector_size(4 * LANES), aligned(4), may_alias)); /* at any address */

/* C = A B, or C = C + A B when `more`. C is ROWS x (2 vectors), A ROWS x depth, B depth x (2 vectors). */
TARGET static void NAME(tile)(size_t depth, const Word *words_of_a, size_t a_stride, const Word *b,
                              size_t b_stride, Word *c, size_t c_stride, bool more)
{
    const NAME(Element) *a = (const void *)words_of_a;
    (void)a_stride; /* where A is packed */
    NAME(Vector) sum[ROWS][2];
    UNROLL
    for (int i = 0; i < ROWS; i++) {
        sum[i][0] = sum[i][1] = (NAME(Vector)){0};
    }
#define STEP(k)                                                                                              \
    {                                                                                                        \
        const NAME(Vector) *of_b = (const void *)(b + (k)*b_stride);                                         \
        const NAME(Vector) left = of_b[0], right = of_b[1];                                                  \
        __builtin_prefetch(b + (k + TILE_AHEAD) * b_stride);                                                 \
        __builtin_prefetch(b + (k + TILE_AHEAD) * b_stride + LANES);                                         \
        UNROLL                                                                                               \
        for (int i = 0; i < ROWS; i++) {                                                                     \
            const NAME(Vector) factor = A_AT((size_t)i, k) - (NAME(Vector)){0}; /* in all lanes */           \
            sum[i][0] += factor * left;                                                                      \
            sum[i][1] += factor * right;                                                                     \
            IN_REGISTER(factor);                                                                             \
        }                                                                                                    \
        IN_REGISTER(left);                                                                                   \
        IN_REGISTER(right);                                                                                  \
    }
    size_t k = 0;
    for (const Word *row = c; k + 2 <= depth && k < 2 * ROWS; row += c_stride) {
        __builtin_prefetch(row, 1); /* C is wanted last: it comes meanwhile, a line a step */
        STEP(k)
        k++;
        __builtin_prefetch(row + 2 * LANES - 1, 1);
        STEP(k)
        k++;
    }
    for (; k < depth; k++) {
        STEP(k)
    }
#undef STEP
    UNROLL
    for (int i = 0; i < ROWS; i++) {
        NAME(Vector) *row = (void *)(c + (size_t)i * c_stride);
        if (more) {
            sum[i][0] += row[0];
            sum[i][1] += row[1];
        }
        row[0] = sum[i][0];
        row[1] = sum[i][1];
    }
}

#undef ELEMENT
#undef NAME
