/* A register tile of a product, for one vector width and element type. cpu/widths.h includes this file once
 * per width.
 *
 * The product is one of numbers, C + A B, or of path lengths, min(C, A + B). Both take a column of A and a
 * row of B per step and combine each pair with one cell. The including file defines ROWS (of the tile),
 * ELEMENT, TYPE and the arithmetic: INITIAL_CELL, the initial value of a cell; COMBINE(cell, factor, vector);
 * and MERGE(cell, cell of C). FACTOR is an unsigned type of the bits of an element of A, and A_AT(i, k) that
 * element from `a` and `a_stride`, as FACTOR. A 16-bit element is stored twice in 32 bits, because a
 * broadcast of 32 bits is fastest. Strides count elements. AT_STEP(k), if defined, is a statement that step k
 * also executes, with the caller's pointer `ahead`: a prefetch for later tiles. */

#ifndef AT_STEP
#define AT_STEP(k) (void)ahead;
#endif

typedef ELEMENT NAME(Element) __attribute__((may_alias));
typedef FACTOR NAME(Factor) __attribute__((may_alias));
typedef FACTOR NAME(Factors) __attribute__((vector_size(BYTES)));
typedef ELEMENT NAME(Vector)
    __attribute__((vector_size(BYTES), aligned(sizeof(ELEMENT)), may_alias)); /* unaligned */

/* C = A B, merged with the previous C if `more`. C is ROWS x (2 vectors), A ROWS x depth, B depth x (2
 * vectors). C may alias A or B where the order of steps is free: it is written after both are read. */
TARGET static void NAME(tile)(size_t depth, const void *from_a, size_t a_stride, const void *from_b,
                              size_t b_stride, void *to, size_t c_stride, bool more, const Word *ahead)
{
    const NAME(Factor) *a = from_a;
    const NAME(Element) *b = from_b;
    NAME(Element) *c = to;
    (void)a_stride; /* unused where A is packed */
    NAME(Vector) cell[ROWS][2];
    UNROLL
    for (int i = 0; i < ROWS; i++) {
        cell[i][0] = cell[i][1] = INITIAL_CELL - (NAME(Vector)){0};
    }
#define STEP(k)                                                                                              \
    {                                                                                                        \
        const NAME(Vector) *of_b = (const void *)(b + (k)*b_stride);                                         \
        const NAME(Vector) left = of_b[0], right = of_b[1];                                                  \
        __builtin_prefetch(b + (k + TILE_PREFETCH_ROWS) * b_stride);                                         \
        __builtin_prefetch(b + (k + TILE_PREFETCH_ROWS) * b_stride + BYTES / sizeof *b);                     \
        AT_STEP(k)                                                                                           \
        UNROLL                                                                                               \
        for (int i = 0; i < ROWS; i++) {                                                                     \
            const NAME(Vector) factor = (NAME(Vector))(A_AT((size_t)i, k) - (NAME(Factors)){0});             \
            cell[i][0] = COMBINE(cell[i][0], factor, left);                                                  \
            cell[i][1] = COMBINE(cell[i][1], factor, right);                                                 \
            IN_REGISTER(factor);                                                                             \
        }                                                                                                    \
        IN_REGISTER(left);                                                                                   \
        IN_REGISTER(right);                                                                                  \
    }
    size_t k = 0;
    const size_t late = depth > 4 * ROWS ? depth - 4 * ROWS : 0;
    for (; k < late; k++) {
        STEP(k)
    }
    /* C is needed last. Prefetched from the first step on, it would leave the first-level cache again. */
    for (const NAME(Element) *row = c; k + 2 <= depth && k < late + 2 * ROWS; row += c_stride) {
        __builtin_prefetch(row, 1); /* one or two lines per step */
        STEP(k)
        k++;
        __builtin_prefetch(row + BYTES / sizeof *c, 1); /* an unaligned row has three lines */
        __builtin_prefetch(row + 2 * BYTES / sizeof *c - 1, 1);
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
            cell[i][0] = MERGE(cell[i][0], row[0]);
            cell[i][1] = MERGE(cell[i][1], row[1]);
        }
        row[0] = cell[i][0];
        row[1] = cell[i][1];
    }
}
