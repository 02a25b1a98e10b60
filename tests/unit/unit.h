/* What every unit test includes: cmocka, the C library, and how a test is registered.
 *
 * A file test_X.c is the group test_X of the program build/tests/unit. Its TESTs register themselves, and run
 * in the order of the file. */
#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/error.h"

typedef struct RegisteredTest {
    const char *file, *name;
    int line;
    void (*run)(void);
    void (*set_up)(void), (*tear_down)(void);
    bool waits_actively; /* the whole group: unit.c */
    struct RegisteredTest *next;
} RegisteredTest;

void unit_register(RegisteredTest *test);

/* Defines a test: TEST(name) { ... }, or TEST(name, .set_up = function, .tear_down = function). */
#define TEST(function, ...)                                                                                  \
    static void function(void);                                                                              \
    __attribute__((constructor)) static void register_##function(void)                                       \
    {                                                                                                        \
        static RegisteredTest test = {                                                                       \
            .file = __FILE__, .name = #function, .line = __LINE__, .run = function, ##__VA_ARGS__};          \
        unit_register(&test);                                                                                \
    }                                                                                                        \
    static void function(void)

/* omp_set_num_threads, where there is OpenMP. */
void use_threads(int threads);

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* The message of the last call that failed; empty at the start of a test. */
extern Error error;

/* Asserts that a call returned 0, -1 or 1, the latter two with a new message that contains `words`. */
#define assert_ok(call) assert_returns(call, 0, "")
#define assert_refused(call, words) assert_returns(call, -1, words)
#define assert_wrong(call, words) assert_returns(call, 1, words)
#define assert_returns(call, status, words)                                                                  \
    unit_returned((error.text[0] = '\0', call), status, words, #call, __FILE__, __LINE__)
void unit_returned(int status, int expected, const char *words, const char *call, const char *file, int line);
