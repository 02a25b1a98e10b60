/* The program of all unit tests: build/tests/unit GROUP
 *
 * A group is a file of tests/unit, as test_rounds; tests/run.sh runs them all, each in a process of its own.
 * Exits with 1 if a test failed.
 *
 * Waiting threads of OpenMP sleep, unless a test of the group has .waits_actively: a spinning thread takes a
 * processor from other tests, and its time counts as work. */
#include "tests/unit/unit.h"

#include <assert.h>

#ifdef _OPENMP
#include <omp.h>
#endif

enum { MOST_TESTS = 100 };

Error error;
static RegisteredTest *tests; /* by file and line */

static int compare(const RegisteredTest *a, const RegisteredTest *b)
{
    const int order = strcmp(a->file, b->file);
    return order != 0 ? order : a->line - b->line;
}

void unit_register(RegisteredTest *test)
{
    RegisteredTest **place = &tests;
    while (*place != NULL && compare(*place, test) < 0) {
        place = &(*place)->next;
    }
    test->next = *place;
    *place = test;
}

void unit_returned(int status, int expected, const char *words, const char *call, const char *file, int line)
{
    if (status != expected || strstr(error.text, words) == NULL) {
        print_error("%s returned %d, '%s', instead of %d, '%s'\n", call, status, error.text, expected, words);
        _fail(file, line);
    }
}

void use_threads(int threads)
{
#ifdef _OPENMP
    omp_set_num_threads(threads);
#else
    (void)threads;
#endif
}

static int begin(void **state)
{
    const RegisteredTest *test = *state;
    error = (Error){.text = ""};
    if (test->set_up != NULL) {
        test->set_up();
    }
    return 0;
}

static void run(void **state)
{
    const RegisteredTest *test = *state;
    test->run();
}

static int end(void **state)
{
    const RegisteredTest *test = *state;
    if (test->tear_down != NULL) {
        test->tear_down();
    }
    return 0;
}

/* Is the test in tests/unit/GROUP.c? */
static bool is_of(const RegisteredTest *test, const char *group)
{
    const char *name = strrchr(test->file, '/') + 1;
    const size_t length = strlen(group);
    return strncmp(name, group, length) == 0 && strcmp(name + length, ".c") == 0;
}

/* OpenMP reads its policy before main: this program is executed once more. */
static void set_wait_policy(bool actively, char **argv)
{
    const char *policy = getenv("OMP_WAIT_POLICY");
    if (!actively && (policy == NULL || strcmp(policy, "passive") != 0)) {
        setenv("OMP_WAIT_POLICY", "passive", 1);
        execv("/proc/self/exe", argv);
        _Exit(1);
    }
}

static int run_group(const char *group)
{
    struct CMUnitTest chosen[MOST_TESTS];
    size_t count = 0;
    bool actively = false;
    for (RegisteredTest *test = tests; test != NULL; test = test->next) {
        if (is_of(test, group)) {
            assert(count < MOST_TESTS);
            chosen[count++] = (struct CMUnitTest){test->name, run, begin, end, test};
            actively = actively || test->waits_actively;
        }
    }
    if (count == 0) {
        fprintf(stderr, "%s: no such group; name a file of tests/unit, as test_rounds\n", group);
        return 1;
    }
    set_wait_policy(actively, (char *[]){"unit", (char *)(uintptr_t)group, NULL});
    return _cmocka_run_group_tests(group, chosen, count, NULL, NULL);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: unit GROUP, a file of tests/unit, as test_rounds\n", stderr);
        return 1;
    }
    return run_group(argv[1]) != 0;
}
