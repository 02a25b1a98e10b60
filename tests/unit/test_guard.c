/* Guards and canaries: placement of buffers, and messages of accesses beyond them. */
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "common/matrix.h"
#include "common/size.h"
#include "common/system/guard.h"
#include "tests/unit/sanitized.h"
#include "tests/unit/unit.h"

static const size_t sizes[] = {1,
                               4,
                               60,
                               64,
                               4356,
                               9216,
                               65536,
                               66052,
                               2 << 20,
                               4000000,
                               (4 << 20) - 64,
                               4 << 20,
                               16388,
                               3,
                               (2 << 20) - 4096,
                               (2 << 20) - 4095};

/* A system call tests an address that this process cannot access without a fault. */
static bool is_readable(const void *address)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    long written = syscall(SYS_write, ends[1], address, (size_t)1);
    assert_true(written == 1 || errno == EFAULT);
    close(ends[0]);
    close(ends[1]);
    return written == 1;
}

TEST(no_access_before_and_behind)
{
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        Guarded guarded;
        assert_ok(guarded_alloc(&guarded, OPERAND_A, sizes[i], &error));
        char *memory = guarded.memory, *pages = (char *)guarded.pages;
        assert_int_equal((uintptr_t)memory % MATRIX_ALIGNMENT, 0);
        memset(memory, 1, sizes[i]);
        assert_false(is_readable(pages - 1));
        assert_false(is_readable(pages - MATRIX_GUARD_BYTES));
        assert_false(is_readable(pages + guarded.pages_bytes));
        assert_false(is_readable(pages + guarded.pages_bytes + MATRIX_GUARD_BYTES - 1));
        if (guarded.pages_bytes < MATRIX_HUGE_BYTES) { /* it ends at the guard region */
            assert_ptr_equal(memory + size_round_up(sizes[i], MATRIX_ALIGNMENT), pages + guarded.pages_bytes);
        } else { /* it begins at the guard region, for huge pages */
            assert_ptr_equal(memory, pages);
            assert_int_equal((uintptr_t)memory % MATRIX_HUGE_BYTES, 0);
        }
        guarded_free(&guarded);
        guarded_free(&guarded); /* not allocated */
    }
}

TEST(a_size_that_overflows_is_refused)
{
    Guarded guarded = {.memory = NULL};
    assert_int_equal(guarded_alloc(&guarded, OPERAND_A, SIZE_MAX, &error), -1);
    assert_int_equal(guarded_alloc(&guarded, OPERAND_A, SIZE_MAX - 10, &error), -1);
    assert_null(guarded.memory);
    assert_ok(guard_check(&error));
}

/* Every byte of the canaries is checked, and none of the buffer. */
TEST(an_overwritten_canary_is_found)
{
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        Guarded guarded, other;
        assert_ok(guarded_alloc(&other, GUARDED_WORKSPACE, 100, &error));
        assert_ok(guarded_alloc(&guarded, OPERAND_OUT, sizes[i], &error));
        guarded_arm(&other);
        guarded_arm(&guarded);
        unsigned char *memory = guarded.memory;
        memset(memory, 0, sizes[i]);
        assert_ok(guard_check(&error));
        for (unsigned char *byte = guarded.pages; byte < guarded.pages + guarded.pages_bytes; byte++) {
            byte = byte == memory ? byte + sizes[i] : byte;
            if (byte == guarded.pages + guarded.pages_bytes) {
                break;
            }
            char where[40];
            size_t distance = byte < memory ? size_round_up((size_t)(memory - byte), 4)
                                            : (size_t)(byte - memory) - sizes[i];
            snprintf(where, sizeof where, "(output, %zu byte%s %s)", distance, distance == 1 ? "" : "s",
                     byte < memory ? "before its start" : "after its end");
            *byte ^= 0x40;
            assert_refused(guard_check(&error), "wrote beyond its matrix");
            assert_non_null(strstr(error.text, where));
            *byte ^= 0x40;
        }
        assert_ok(guard_check(&error));
        guarded_free(&other); /* out of the middle of the list */
        assert_ok(guard_check(&error));
        guarded_free(&guarded);
    }
}

/* A value read from a canary makes any result wrong. */
TEST(a_canary_is_no_number)
{
    Guarded guarded;
    assert_ok(guarded_alloc(&guarded, OPERAND_OUT, 4 * (size_t)33, &error));
    guarded_arm(&guarded);
    float real, before;
    double wide;
    int32_t integer;
    const char *end = (const char *)guarded.memory + guarded.bytes;
    memcpy(&real, end, sizeof real);
    memcpy(&before, (const char *)guarded.memory - 4, sizeof before);
    memcpy(&wide, end + 4, sizeof wide);
    memcpy(&integer, end, sizeof integer);
    assert_true(real != real && before != before && wide != wide && integer < 0);
    guarded_free(&guarded);
}

#ifndef SANITIZED

/* Asserts what a process notes that dies of `access` at the address. */
static void dies(void (*access)(volatile char *), volatile char *address, const char *words)
{
    _Atomic uint64_t *noted =
        mmap(NULL, sizeof *noted, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(noted != MAP_FAILED);
    pid_t child = fork();
    if (child == 0) {
        guard_watch(noted);
        access(address);
        _exit(0);
    }
    int status;
    char text[120];
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
    assert_int_equal(guard_trespass(atomic_load(noted), text, sizeof text), words[0] != '\0');
    assert_string_equal(text, words);
    munmap((void *)noted, sizeof *noted);
}

static void reads(volatile char *address)
{
    (void)*address;
}

static void writes(volatile char *address)
{
    *address = 1;
}

static void is_sent_a_signal(volatile char *address)
{
    (void)address;
    kill(getpid(), SIGSEGV);
}

#endif

TEST(a_fault_is_noted_and_stays_a_fault)
{
#ifdef SANITIZED
    skip();
#else
    Guarded out, input;
    assert_ok(guarded_alloc(&out, OPERAND_OUT, 8192, &error));
    char *memory = out.memory;
    assert_ok(guarded_alloc(&input, OPERAND_B, 100, &error));
    assert_ok(guarded_protect(&input, true, &error));
    (void)*(volatile char *)input.memory;
    dies(reads, memory + 8192, "read or wrote beyond its matrix (output, 0 bytes after its end)");
    dies(writes, memory + 8204, "read or wrote beyond its matrix (output, 12 bytes after its end)");
    dies(writes, memory - 4, "read or wrote beyond its matrix (output, 4 bytes before its start)");
    dies(writes, (char *)input.memory + 8, "wrote to its input (input b, byte 8)");
    dies(writes, (char *)input.memory + 101,
         "read or wrote beyond its matrix (input b, 1 byte after its end)");
    dies(writes, NULL, "");
    dies(is_sent_a_signal, NULL, "");
    guarded_free(&input);
    guarded_free(&out);
    dies(writes, memory + 8192, ""); /* no longer a buffer */
#endif
}

/* A note from an arbitrary page may contain anything. */
TEST(what_was_not_noted_has_no_words)
{
    char text[120];
    assert_false(guard_trespass(0, text, sizeof text));
    for (uint64_t low = 0; low < 256; low++) {
        bool may_be = (low & 15) >= 1 && (low & 15) <= GUARDED_NAMES && low >> 4 < 3;
        assert_int_equal(guard_trespass(UINT64_MAX << 8 | low, text, sizeof text), may_be);
        assert_int_equal(text[0] != '\0', may_be);
        assert_true(strlen(text) < sizeof text - 1);
    }
}

/* Both protections, and their loss. */
TEST(lifted_protections_are_found)
{
    static _Atomic uint64_t noted;
    Guarded guarded;
    if (sanitized_build) {
        skip();
    }
    assert_ok(guarded_alloc(&guarded, OPERAND_OUT, 5000, &error));
    guard_watch(&noted);
    assert_ok(guard_intact(true, &error));
    signal(SIGSEGV, SIG_DFL);
    assert_wrong(guard_intact(true, &error), "the variant replaced the handler of memory faults");
    assert_ok(guard_intact(false, &error));
    guard_watch(&noted);
    unsigned char *last = guarded.pages + guarded.pages_bytes + MATRIX_GUARD_BYTES - sysconf(_SC_PAGESIZE);
    assert_int_equal(mprotect(last, (size_t)sysconf(_SC_PAGESIZE), PROT_READ), 0);
    assert_wrong(guard_intact(true, &error), "the variant made memory around its matrices accessible");
    guarded_free(&guarded);
    signal(SIGSEGV, SIG_DFL);
    signal(SIGBUS, SIG_DFL);
}

/* The result is writable again for the next sample. */
TEST(protection_ends)
{
    Guarded guarded;
    assert_ok(guarded_alloc(&guarded, OPERAND_OUT, 5000, &error));
    memset(guarded.memory, 1, 5000);
    for (int i = 0; i < 3; i++) {
        assert_ok(guarded_protect(&guarded, true, &error));
        assert_ok(guarded_protect(&guarded, true, &error));
        assert_true(guarded.read_only);
        assert_ok(guarded_protect(&guarded, false, &error));
        memset(guarded.memory, 2 + i, 5000);
    }
    guarded_free(&guarded);
    assert_ok(guarded_protect(&guarded, true, &error)); /* not allocated */
}
