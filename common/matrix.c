/* See matrix.h.
 *
 * Memory comes from mmap: its pages are zero and belong to no NUMA node before the first touch. Alignment to
 * 2 MiB lets the kernel use huge pages, without which a transpose is bound by TLB misses. Guard regions lie
 * outside, in mappings of their own. Work on small matrices stays in the calling thread: starting a parallel
 * region costs more than filling them. */
#include "common/matrix.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/random.h"
#include "common/size.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error                                                                                                       \
    "hashes and result files are defined on little-endian bytes: swap them in load() and matrix_write() here"
#endif

enum { PARALLEL_ELEMENTS = 128 * 128 }; /* smaller matrices are filled by one thread */

/* ---- memory ---- */

static size_t page_bytes(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

size_t matrix_mapped_bytes(size_t bytes)
{
    return size_round_up(bytes == 0 ? 1 : bytes, page_bytes());
}

/* Maps `size` bytes at a multiple of `alignment` with a guard region on each side. Reserves address space
 * without access, unmaps both ends and makes the middle accessible. */
static void *map_between_guards(size_t size, size_t alignment)
{
    size_t guards = 2 * (size_t)MATRIX_GUARD_BYTES;
    size_t padded = size_add(size_add(size, guards), alignment); /* mmap() has no room for SIZE_MAX */
    char *start = mmap(NULL, padded, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) {
        return MAP_FAILED;
    }
    uintptr_t first = (uintptr_t)start + MATRIX_GUARD_BYTES;
    size_t head = (alignment - first % alignment) % alignment;
    if (head > 0) {
        munmap(start, head);
    }
    munmap(start + head + guards + size, alignment - head);
    char *memory = start + head + MATRIX_GUARD_BYTES;
    if (mprotect(memory, size, PROT_READ | PROT_WRITE) != 0) {
        int reason = errno;
        munmap(start + head, guards + size);
        errno = reason;
        return MAP_FAILED;
    }
    return memory;
}

void *matrix_alloc(size_t bytes, Error *error)
{
    size_t size = matrix_mapped_bytes(bytes);
    if (size == SIZE_MAX) {
        error_set(error, "the size of a matrix overflows the address space; choose a smaller --size");
        return NULL;
    }
    bool huge = size >= MATRIX_HUGE_BYTES;
    void *memory = map_between_guards(size, huge ? MATRIX_HUGE_BYTES : page_bytes());
    if (memory == MAP_FAILED) {
        error_set(error, "no memory for %zu bytes (%s); choose a smaller --size or fewer --matrices", bytes,
                  strerror(errno));
        error_no_room(error);
        return NULL;
    }
#ifdef MADV_HUGEPAGE
    if (huge) {
        madvise(memory, size, MADV_HUGEPAGE); /* best effort: without it pages are small */
    }
#endif
    return memory;
}

void matrix_free(void *memory, size_t bytes)
{
    if (memory != NULL) {
        munmap((char *)memory - MATRIX_GUARD_BYTES,
               matrix_mapped_bytes(bytes) + 2 * (size_t)MATRIX_GUARD_BYTES);
    }
}

/* Of the last word as many bytes as there is room for. */
static void fill_words(char *memory, size_t bytes, uint32_t word)
{
    const size_t whole = bytes - bytes % sizeof word;
    for (size_t at = 0; at < whole; at += sizeof word) {
        memcpy(memory + at, &word, sizeof word);
    }
    memcpy(memory + whole, &word, bytes - whole);
}

static void rewrite_range(volatile uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t word = words[i];
        words[i] = word;
    }
}

/* Fills memory with a word, or rewrites it if that is NULL, page by page, by threads under schedule(static);
 * small memory by one thread unless it is touched `first`. */
static void fill_pages(void *memory, size_t bytes, const uint32_t *word, unsigned threads, bool first)
{
    char *start = memory;
    const size_t step = page_bytes(), pages = bytes / step + (bytes % step != 0);
    const bool is_parallel = first || bytes >= PARALLEL_ELEMENTS * sizeof *word;
    const int team = threads > 0 && is_parallel ? (int)threads : 1;
    (void)team; /* used by the pragma only */
#pragma omp parallel for schedule(static) num_threads(team)
    for (size_t page = 0; page < pages; page++) {
        char *at = start + page * step;
        const size_t size = size_min(bytes - page * step, step);
        if (word == NULL) {
            rewrite_range((uint32_t *)at, size / sizeof *word);
        } else {
            fill_words(at, size, *word);
        }
    }
}

void matrix_first_touch(void *memory, size_t bytes, unsigned threads)
{
    fill_pages(memory, bytes, &(const uint32_t){0}, threads, true);
}

void matrix_poison_bytes(void *memory, size_t bytes, ElementType type, unsigned threads)
{
    fill_pages(memory, bytes, &(const uint32_t){type_poison(type)}, threads, false);
}

void matrix_rewrite(void *memory, size_t bytes, unsigned threads)
{
    fill_pages(memory, bytes, NULL, threads, false);
}

/* ---- contents ---- */

#define FILL(name, NAME, Element, ...)                                                                       \
    static void fill_##name(Element *out, uint64_t seed, size_t first, size_t end)                           \
    {                                                                                                        \
        for (size_t i = first; i < end; i++) {                                                               \
            out[i] = random_##name(random_bits(seed, i));                                                    \
        }                                                                                                    \
    }
FOR_EACH_ELEMENT_TYPE(FILL, )

static void fill_range(void *matrix, ElementType type, uint64_t seed, size_t first, size_t end)
{
    CALL_BY_ELEMENT_TYPE(type, fill, matrix, seed, first, end)
}

void matrix_fill(void *matrix, Extent extent, ElementType type, uint64_t seed)
{
    const size_t count = extent.rows * extent.columns, step = PARALLEL_ELEMENTS; /* a vector is one row */
#pragma omp parallel for schedule(static) if (count >= PARALLEL_ELEMENTS)
    for (size_t first = 0; first < count; first += step) {
        fill_range(matrix, type, seed, first, size_min(first + step, count));
    }
}

size_t matrix_changed_row(const Input *input, size_t rows)
{
    return rows < 3 ? rows - 1 : 1 + input->changed % (rows - 2);
}

void matrix_change_row(void *matrix, Extent extent, ElementType type, const Input *input)
{
    if (input->changed != 0) {
        const size_t first = matrix_changed_row(input, extent.rows) * extent.columns;
        fill_range(matrix, type, random_stream(~input->seed, input->changed), first, first + extent.columns);
    }
}

#define SCALE(name, NAME, Element, ...)                                                                      \
    static void scale_##name(Element *matrix, size_t count, double factor)                                   \
    {                                                                                                        \
        for (size_t i = 0; i < count; i++) {                                                                 \
            matrix[i] = store_##name(load_##name(matrix[i]) * factor);                                       \
        }                                                                                                    \
    }
FOR_EACH_ELEMENT_TYPE(SCALE, )

void matrix_scale(void *matrix, Extent extent, ElementType type, const Input *input, Operand operand)
{
    /* Of float16: results stay below 65504, up to k 250,000. */
    enum { LEAST = 6, LEAST_FLOAT16 = 1, RANGE = 5, RANGE_FLOAT16 = 3 };
    if (input->kind == INPUT_USUAL || type_precision(type) == PRECISION_EXACT) {
        return;
    }
    const bool narrow = type == TYPE_FLOAT16;
    const int exponent = (narrow ? LEAST_FLOAT16 : LEAST) +
                         (int)(random_stream(input->seed, operand) % (narrow ? RANGE_FLOAT16 : RANGE));
    const bool small = operand == OPERAND_A ? input->kind == INPUT_SMALL : input->kind == INPUT_SPARSE;
    const double factor = ldexp(1, small ? -exponent : exponent);
    CALL_BY_ELEMENT_TYPE(type, scale, matrix, extent.rows * extent.columns, factor)
}

int matrix_fill_inputs(const Workload *workload, const Point *point, const Input *input, size_t index,
                       void *const inputs[MOST_INPUTS], Error *error)
{
    if (workload->fill != NULL) {
        return workload->fill(point, input, index, inputs, error);
    }
    for (unsigned i = 0; i < workload->inputs; i++) {
        const Extent extent = workload_extent(workload, point, (Operand)i);
        const ElementType type = workload_type(workload, point, (Operand)i);
        matrix_fill(inputs[i], extent, type, random_stream(input->seed, 2 * index + i));
        matrix_change_row(inputs[i], extent, type, input);
        if (workload->any_magnitude) {
            matrix_scale(inputs[i], extent, type, input, (Operand)i);
        }
    }
    return 0;
}

void matrix_poison(void *matrix, Extent extent, ElementType type)
{
    const size_t rows = extent.rows, row_bytes = extent.columns * type_size(type);
#pragma omp parallel for schedule(static) if (rows * extent.columns >= PARALLEL_ELEMENTS)
    for (size_t row = 0; row < rows; row++) {
        fill_words((char *)matrix + row * row_bytes, row_bytes, type_poison(type));
    }
}

/* ---- hash ----
 *
 * Blocks of fixed size are hashed independently by any thread, and their hashes are combined in order. Within
 * a block, each of eight lanes takes every eighth 64-bit word: h <- rotate((h ^ word) * odd constant). For a
 * given word each step is a bijection of h, and eight independent chains hide the latency of the
 * multiplication. The design follows xxHash64 (Collet); the constants are those of SplitMix64 in random.h. */

enum {
    LANES = 8,
    STRIPE_BYTES = LANES * 8,
    BLOCK_BYTES = 1 << 18,
    GROUP_BLOCKS = 256, /* blocks between two combinations; bounds the memory for their hashes */
};

static inline uint64_t load(const unsigned char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

static inline uint64_t mix(uint64_t hash, uint64_t word)
{
    uint64_t product = (hash ^ word) * 0xbf58476d1ce4e5b9u;
    return product << 29 | product >> 35;
}

static uint64_t hash_block(const unsigned char *bytes, size_t count)
{
    uint64_t lanes[LANES];
    for (int lane = 0; lane < LANES; lane++) {
        lanes[lane] = random_bits(count, (uint64_t)lane);
    }
    size_t done = 0;
    for (; done + STRIPE_BYTES <= count; done += STRIPE_BYTES) {
        for (int lane = 0; lane < LANES; lane++) {
            lanes[lane] = mix(lanes[lane], load(bytes + done + 8 * lane));
        }
    }
    unsigned char rest[STRIPE_BYTES] = {
        0}; /* the length in the initial values distinguishes padding from zeros */
    memcpy(rest, bytes + done, count - done);
    uint64_t hash = 0;
    for (int lane = 0; lane < LANES; lane++) {
        hash = random_bits(hash ^ mix(lanes[lane], load(rest + 8 * lane)), (uint64_t)lane);
    }
    return hash;
}

uint64_t matrix_hash(uint64_t hash, const void *memory, size_t bytes)
{
    const unsigned char *start = memory;
    hash = random_bits(hash, bytes);
    if (bytes <= BLOCK_BYTES) {
        return random_bits(hash ^ hash_block(start, bytes), 0);
    }
    uint64_t hashes[GROUP_BLOCKS];
    size_t blocks = bytes / BLOCK_BYTES + (bytes % BLOCK_BYTES != 0);
    for (size_t first = 0; first < blocks; first += GROUP_BLOCKS) {
        size_t count = blocks - first < GROUP_BLOCKS ? blocks - first : GROUP_BLOCKS;
#pragma omp parallel for schedule(static)
        for (size_t i = 0; i < count; i++) {
            size_t offset = (first + i) * BLOCK_BYTES;
            size_t length = bytes - offset < BLOCK_BYTES ? bytes - offset : BLOCK_BYTES;
            hashes[i] = hash_block(start + offset, length);
        }
        for (size_t i = 0; i < count; i++) {
            hash = random_bits(hash ^ hashes[i], first + i);
        }
    }
    return hash;
}

/* ---- files ---- */

int matrix_write(FILE *stream, const void *matrix, Extent extent, ElementType type, Error *error)
{
    const size_t elements = extent.rows * extent.columns;
    rewind(stream);
    errno = 0;
    const bool written = ftruncate(fileno(stream), 0) == 0 &&
                         fwrite(matrix, type_size(type), elements, stream) == elements && fflush(stream) == 0;
    return written
               ? 0
               : error_set(error,
                           "cannot write all %zu bytes of the result: %s; free space on the disk of --out",
                           elements * type_size(type), strerror(errno));
}
