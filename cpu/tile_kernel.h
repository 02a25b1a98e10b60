/* A register tile of a product, for one vector width and element type. cpu/widths.h includes this file once
 * per width.
 *
 * The product is one of numbers, C + A B, or of path lengths, min(C, A + B). Both take a column of A and a
 * row of B per step and combine each pair with one cell. The including file defines ROWS (of the tile),
 * ELEMENT, TYPE and the arithmetic: INITIAL_CELL, the initial value of a cell; COMBINE(cell, factor, vector);
 * and MERGE(cell, cell of C). FACTOR is an unsigned type of the bits of an element of A, and A_AT(i, k) that
 * element from `a` and `a_stride`, as FACTOR. A 16-bit element is stored twice in 32 bits, because a
 * broadcast of 32 bits is fastest. Strides count elements.
 *
 * Optional: AT_STEPS(k), a statement that is executed every few steps, with the caller's pointer `ahead`: a
 * prefetch for later tiles. B_STRIDE, the stride of B where it is constant. WIDE_ROWS, for a second tile of
 * three vectors and as many rows. MULTIPLY_ADD, the name of the instruction of COMBINE in AVX-512. */

#ifndef AT_STEPS
#define AT_STEPS(k) (void)ahead;
#endif
#ifndef B_STRIDE
#define B_STRIDE b_stride
#endif
#if BYTES == 64 && defined MULTIPLY_ADD /* by assembly: gcc moves sums if several steps are in the loop */
#define ADD_PRODUCT(sum, x, y) __asm__(MULTIPLY_ADD " %2, %1, %0" : "+v"(sum) : "v"(x), "v"(y))
#define UNROLLED 4
#else
#define ADD_PRODUCT(sum, x, y) (sum) = COMBINE(sum, x, y)
#define UNROLLED 1
#endif

typedef ELEMENT NAME(Element) __attribute__((may_alias));
typedef FACTOR NAME(Factor) __attribute__((may_alias));
typedef FACTOR NAME(Factors) __attribute__((vector_size(BYTES)));
typedef ELEMENT NAME(Vector)
    __attribute__((vector_size(BYTES), aligned(sizeof(ELEMENT)), may_alias)); /* unaligned */

/* The next `count` steps of tile_of(). */
#define STEPS(count)                                                                                         \
    EACH (step, count) {                                                                                     \
        NAME(Vector) of_b[3];                                                                                \
        EACH (v, vectors) {                                                                                  \
            of_b[v] = *(const NAME(Vector) *)(b + step * B_STRIDE + v * LANES);                              \
            __builtin_prefetch(b + (step + TILE_PREFETCH_ROWS) * B_STRIDE + v * LANES);                      \
        }                                                                                                    \
        EACH (i, rows) {                                                                                     \
            const NAME(Vector) factor = (NAME(Vector))(A_AT((size_t)i, step) - (NAME(Factors)){0});          \
            EACH (v, vectors) {                                                                              \
                ADD_PRODUCT(cell[i][v], factor, of_b[v]);                                                    \
            }                                                                                                \
            IN_REGISTER(factor);                                                                             \
        }                                                                                                    \
        EACH (v, vectors) {                                                                                  \
            IN_REGISTER(of_b[v]);                                                                            \
        }                                                                                                    \
    }                                                                                                        \
    a += (count);                                                                                            \
    b += (count)*B_STRIDE;                                                                                   \
    k += (count);

/* C = A B, merged with the previous C if `more`. C is rows x (vectors), A rows x depth, B depth x (vectors).
 * C may alias A or B where the order of steps is free: it is written after both are read. */
TARGET static inline __attribute__((always_inline)) void
NAME(tile_of)(const int rows, const int vectors, size_t depth, const void *from_a, size_t a_stride,
              const void *from_b, size_t b_stride, void *to, size_t c_stride, bool more, const Word *ahead)
{
    enum { LANES = BYTES / sizeof(ELEMENT) };
    const NAME(Factor) *a = from_a;
    const NAME(Element) *b = from_b;
    NAME(Element) *c = to;
    (void)a_stride; /* unused where A is packed, as b_stride */
    (void)b_stride;
    NAME(Vector) cell[ROWS][3];
    EACH (i, rows) {
        EACH (v, vectors) {
            cell[i][v] = INITIAL_CELL - (NAME(Vector)){0};
        }
    }
    size_t k = 0;
    const size_t late = depth > 4 * ROWS ? depth - 4 * ROWS : 0;
    while (k + UNROLLED <= late) {
        AT_STEPS(k)
        STEPS(UNROLLED)
    }
    /* C is needed last. Prefetched from the first step on, it would leave the first-level cache again. */
    const NAME(Element) *row = c;
    for (int done = 0; done < rows && k + UNROLLED <= depth; done++, row += c_stride) {
        EACH (v, vectors + 1) { /* an unaligned row has a line more */
            __builtin_prefetch(row + v * LANES - (v == vectors), 1);
        }
        STEPS(UNROLLED)
    }
    while (k < depth) {
        STEPS(1)
    }
    EACH (i, rows) {
        NAME(Vector) *const to_row = (void *)(c + (size_t)i * c_stride);
        EACH (v, vectors) {
            if (more) {
                cell[i][v] = MERGE(cell[i][v], to_row[v]);
            }
            to_row[v] = cell[i][v];
        }
    }
}

#define DEFINE_TILE(name, rows, vectors)                                                                     \
    TARGET static void NAME(name)(size_t depth, const void *a, size_t a_stride, const void *b,               \
                                  size_t b_stride, void *c, size_t c_stride, bool more, const Word *ahead)   \
    {                                                                                                        \
        NAME(tile_of)(rows, vectors, depth, a, a_stride, b, b_stride, c, c_stride, more, ahead);             \
    }
DEFINE_TILE(tile, ROWS, 2)
#ifdef WIDE_ROWS
DEFINE_TILE(wide_tile, WIDE_ROWS, 3)
#endif
#undef DEFINE_TILE
#undef STEPS
#undef ADD_PRODUCT
#undef UNROLLED
