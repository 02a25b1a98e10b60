/* Memory, contents, hash and files of matrices, and the clock. */
#include <sys/mman.h>

#include "common/matrix.h"
#include "common/random.h"
#include "common/timing.h"
#include "tests/unit/folder.h"
#include "tests/unit/unit.h"

/* ---- memory ---- */

TEST(memory_is_aligned_zero_and_writable)
{
    const size_t sizes[] = {0, 1, 4, 64, 4096, 4097, 100000, 2 << 20, (2 << 20) + 1, 5000000};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        unsigned char *memory = matrix_alloc(sizes[i], &error);
        assert_non_null(memory);
        assert_int_equal((uintptr_t)memory % 64, 0);
        for (size_t j = 0; j < sizes[i]; j++) {
            assert_int_equal(memory[j], 0);
        }
        memset(memory, 1, sizes[i]);
        matrix_free(memory, sizes[i]);
    }
    matrix_free(NULL, 100);
}

/* Pages of address space in use; 0 if unknown. */
static unsigned long address_space(void)
{
    unsigned long pages = 0;
    FILE *stream = fopen("/proc/self/statm", "r");
    if (stream != NULL) {
        if (fscanf(stream, "%lu", &pages) != 1) {
            pages = 0;
        }
        fclose(stream);
    }
    return pages;
}

TEST(memory_is_given_back)
{
    unsigned long before = address_space();
    if (before == 0) {
        skip();
    }
    for (size_t i = 0; i < 1000; i++) {
        size_t bytes = ((size_t)16 << 20) + 1000 * i; /* would add up to 16 GB */
        void *memory = matrix_alloc(bytes, &error);
        assert_non_null(memory);
        matrix_free(memory, bytes);
    }
    /* A library's thread may reserve an arena of 64 MB meanwhile; a leak would be thousands of megabytes. */
    assert_true(address_space() < before + 65536);
}

/* Huge pages are requested from the first byte to the end of the last page and for nothing else, according to
 * /proc/self/smaps, whether or not the kernel has any. */
TEST(large_memory_asks_for_huge_pages)
{
    size_t bytes = ((size_t)5 << 20) + 100, size = matrix_mapped_bytes(bytes);
    char *memory = matrix_alloc(bytes, &error), head[64], line[512];
    FILE *stream = fopen("/proc/self/smaps", "r");
    assert_non_null(memory);
    assert_int_equal((uintptr_t)memory % MATRIX_HUGE_BYTES, 0);
    if (stream == NULL || access("/sys/kernel/mm/transparent_hugepage/enabled", F_OK) != 0 ||
        madvise(memory, 1, -1) == 0) { /* qemu-user accepts and ignores any advice */
        skip();
    }
    snprintf(head, sizeof head, "%lx-%lx ", (unsigned long)(uintptr_t)memory,
             (unsigned long)(uintptr_t)(memory + size));
    bool here = false, seen = false, asked = false;
    while (fgets(line, sizeof line, stream) != NULL) {
        here = here ? strncmp(line, "VmFlags:", 8) != 0 : strncmp(line, head, strlen(head)) == 0;
        seen = seen || here;
        if (seen && !here) {
            asked = strstr(line, " hg") != NULL;
            break;
        }
    }
    fclose(stream);
    assert_true(seen && asked);
    matrix_free(memory, bytes);
}

TEST(what_cannot_be_had_is_said)
{
    const size_t sizes[] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX - 4096, SIZE_MAX / 2, (size_t)1 << 60};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        assert_null(matrix_alloc(sizes[i], &error));
        assert_non_null(strstr(error.text, "--size"));
    }
}

TEST(first_touch_leaves_zeros)
{
    for (unsigned threads = 0; threads <= 3; threads++) {
        unsigned char memory[20000];
        memset(memory, 7, sizeof memory);
        matrix_first_touch(memory, sizeof memory - 1, threads);
        for (size_t i = 0; i < sizeof memory - 1; i++) {
            assert_int_equal(memory[i], 0);
        }
        assert_int_equal(memory[sizeof memory - 1], 7);
    }
}

/* ---- contents ---- */

enum { MOST_N = 257 };

/* Fills and poisons the first n x n elements, then poisons the one behind them; all are 0 before. */
#define CONTENTS(name, NAME, Element, ...)                                                                   \
    static bool is_poison_##name(Element value)                                                              \
    {                                                                                                        \
        return TYPE_##NAME == TYPE_INT32 ? value == type_poison(TYPE_INT32) && (int32_t)value < -2000000000  \
                                         : isnan((double)value) != 0;                                        \
    }                                                                                                        \
    static void check_contents_##name(size_t n)                                                              \
    {                                                                                                        \
        static Element matrix[MOST_N * MOST_N + 2];                                                          \
        const size_t count = n * n;                                                                          \
        memset(matrix, 0, sizeof matrix);                                                                    \
        matrix_fill(matrix, (Extent){n, n}, TYPE_##NAME, 42);                                                \
        for (size_t i = 0; i < count; i++) {                                                                 \
            assert_true(matrix[i] == (Element)random_##name(random_bits(42, i)));                            \
        }                                                                                                    \
        matrix_poison(matrix, (Extent){n, n}, TYPE_##NAME);                                                  \
        for (size_t i = 0; i < count; i++) {                                                                 \
            assert_true(is_poison_##name(matrix[i]));                                                        \
        }                                                                                                    \
        assert_true(matrix[count] == 0);                                                                     \
        matrix[count - 1] = 1;                                                                               \
        matrix_poison(matrix + count, (Extent){1, 1}, TYPE_##NAME);                                          \
        assert_true(matrix[count - 1] == 1 && is_poison_##name(matrix[count]) && matrix[count + 1] == 0);    \
    }
FOR_EACH_TYPE(CONTENTS, )

TEST(contents_are_the_generator_s_or_poison_with_any_thread_count)
{
    const size_t sizes[] = {1, 2, 3, 31, 127, 128, MOST_N};
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        for (int threads = 1; threads <= 3; threads++) {
            use_threads(threads);
            check_contents_int32(sizes[s]);
            check_contents_float32(sizes[s]);
            check_contents_float64(sizes[s]);
        }
    }
}

/* ---- hash ---- */

TEST(hash_is_the_same_on_any_machine)
{
    /* Rows of different machines are compared by this hash: these values must never change. */
    unsigned char bytes[1000];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (unsigned char)(i * 7);
    }
    assert_true(matrix_hash(0, bytes, 0) == 0xb09898be7a6cc113u);
    assert_true(matrix_hash(0, bytes, 1000) == 0x918c051e7bf3bb29u);
    static int32_t matrix[513 * 513];
    matrix_fill(matrix, (Extent){513, 513}, TYPE_INT32, 1);
    assert_true(matrix_hash(0, matrix, sizeof matrix) == 0x47e7b233915986e2u);
}

TEST(hash_sees_every_byte_and_the_length)
{
    unsigned char bytes[300] = {0};
    uint64_t seen[302];
    size_t count = 0;
    for (size_t length = 0; length <= 300; length++) {
        seen[count++] = matrix_hash(0, bytes, length); /* zeros of different lengths */
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++) {
            assert_true(seen[i] != seen[j]);
        }
    }
    for (size_t i = 0; i < 300; i++) {
        for (int bit = 0; bit < 8; bit++) {
            bytes[i] ^= (unsigned char)(1 << bit);
            assert_true(matrix_hash(0, bytes, 300) != seen[300]);
            bytes[i] ^= (unsigned char)(1 << bit);
        }
    }
}

TEST(hash_sees_pairs_of_changes)
{
    /* Two sign bits that meet in one lane: a hash that only multiplies would let them cancel. */
    static float matrix[64 * 64];
    matrix_fill(matrix, (Extent){64, 64}, TYPE_FLOAT32, 9);
    uint64_t before = matrix_hash(0, matrix, sizeof matrix);
    for (size_t i = 1; i < 64 * 64; i += 5) {
        for (size_t distance = 1; distance <= 64 && i + distance < 64 * 64; distance++) {
            matrix[i] = -matrix[i];
            matrix[i + distance] = -matrix[i + distance];
            assert_true(matrix_hash(0, matrix, sizeof matrix) != before);
            matrix[i] = -matrix[i];
            matrix[i + distance] = -matrix[i + distance];
        }
    }
}

TEST(hash_does_not_depend_on_threads_or_alignment)
{
    size_t bytes = ((size_t)65 << 20) + 5; /* more than one group of blocks, and a torn one */
    unsigned char *memory = matrix_alloc(bytes + 1, &error);
    assert_non_null(memory);
    matrix_fill(memory, (Extent){4096, 4096}, TYPE_INT32, 3);
    use_threads(1);
    uint64_t serial = matrix_hash(5, memory, bytes);
    use_threads(3);
    assert_true(matrix_hash(5, memory, bytes) == serial);
    memmove(memory + 1, memory, bytes);
    assert_true(matrix_hash(5, memory + 1, bytes) == serial);
    memory[1 + ((size_t)64 << 20)] ^= 1;
    assert_true(matrix_hash(5, memory + 1, bytes) != serial);
    matrix_free(memory, bytes + 1);
}

TEST(hash_chains_in_order)
{
    const char left[] = "left", right[] = "right";
    uint64_t forth = matrix_hash(matrix_hash(0, left, 4), right, 5);
    uint64_t back = matrix_hash(matrix_hash(0, right, 5), left, 4);
    assert_true(forth != back);
    assert_true(matrix_hash(1, left, 4) != matrix_hash(0, left, 4));
}

/* ---- files and the clock ---- */

TEST(a_written_matrix_replaces_the_content_of_its_file)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    int32_t matrix[31 * 31], back[31 * 31 + 1] = {0};
    matrix_fill(matrix, (Extent){31, 31}, TYPE_INT32, 8);
    assert_int_equal(fwrite(back, 4, 31 * 31 + 1, file), 31 * 31 + 1); /* of another, larger result */
    assert_ok(matrix_write(file, matrix, (Extent){31, 31}, TYPE_INT32, &error));
    rewind(file);
    assert_int_equal(fread(back, 4, 31 * 31 + 1, file), 31 * 31);
    fclose(file);
    assert_memory_equal(back, matrix, sizeof matrix);
}

TEST(a_full_disk_is_noticed, IN_FOLDER)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    static int32_t matrix[100 * 100];
    folder_limit(20000);
    assert_refused(matrix_write(file, matrix, (Extent){100, 100}, TYPE_INT32, &error),
                   "cannot write all 40000 bytes of the result: File too large");
    fclose(file);
}

TEST(the_clock_moves_forward)
{
    double start_s = timing_now_s(), last_s = start_s;
    while (last_s - start_s < 0.002) {
        double now_s = timing_now_s();
        assert_true(now_s >= last_s);
        last_s = now_s;
    }
    char text[25];
    timing_utc(1717156800.123, text);
    int year, month, day, hour, minute, second, millisecond, end = 0;
    assert_int_equal(sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2d.%3dZ%n", &year, &month, &day, &hour, &minute,
                            &second, &millisecond, &end),
                     7);
    assert_int_equal(end, 24);
    assert_true(year >= 2024 && month >= 1 && month <= 12 && day >= 1 && day <= 31);
}

/* One row of the inputs differs, neither the first nor the last; unusual floats have other magnitudes. */
TEST(other_inputs_differ_as_they_should)
{
    enum { N = 9 };
    const Workload workload = {.name = "any", .inputs = 2, .any_magnitude = true};
    const Point point = {.n = N, .m = N, .k = N, .type = TYPE_FLOAT32, .matrices = 1};
    static float usual[2][N * N], other[2][N * N];
    void *const into_usual[MOST_INPUTS] = {usual[0], usual[1]}, *const into[MOST_INPUTS] = {other[0],
                                                                                            other[1]};
    assert_ok(matrix_fill_inputs(&workload, &point, &(Input){.seed = 5}, 0, into_usual, &error));
    for (uint64_t changed = 1; changed < 50; changed++) {
        const Input input = {.seed = 5, .changed = changed};
        const size_t row = matrix_changed_row(&input, N);
        assert_in_range(row, 1, N - 2);
        assert_ok(matrix_fill_inputs(&workload, &point, &input, 0, into, &error));
        for (size_t i = 0; i < 2 * N * N; i++) {
            assert_int_equal(usual[i / (N * N)][i % (N * N)] != other[i / (N * N)][i % (N * N)],
                             i % (N * N) / N == row);
        }
    }
    for (InputKind kind = INPUT_SPARSE; kind < INPUT_KINDS; kind++) {
        assert_ok(matrix_fill_inputs(&workload, &point, &(Input){.seed = 5, .kind = kind}, 0, into, &error));
        for (size_t i = 0; i < 2; i++) {
            const double factor = log2((double)other[i][0] / usual[i][0]);
            const bool small = kind == (i == 0 ? INPUT_SMALL : INPUT_SPARSE);
            assert_true(factor == round(factor) && fabs(factor) >= 6 && fabs(factor) <= 10 &&
                        (factor < 0) == small);
            for (size_t at = 0; at < N * N; at++) {
                assert_true(other[i][at] == ldexpf(usual[i][at], (int)factor));
            }
        }
    }
    assert_int_equal(matrix_changed_row(&(Input){.changed = 7}, 1), 0);
    assert_int_equal(matrix_changed_row(&(Input){.changed = 7}, 2), 1);
}
