/* The command line of `run` and `check`: what it takes. tests/bad-inputs.tsv has what it refuses. */
#include <sched.h>

#include "experiments/harness/cli/options.h"
#include "tests/unit/unit.h"

enum { MOST_WORDS = 12, MOST_TEXT = 512 };

/* The text with the first usable processor, which need not be 0, where it says '#'. */
static const char *on_usable(const char *text, char result[MOST_TEXT])
{
    cpu_set_t usable;
    assert_int_equal(sched_getaffinity(0, sizeof usable, &usable), 0);
    int first = 0;
    while (!CPU_ISSET(first, &usable)) {
        first++;
    }
    size_t used = 0;
    for (; *text != '\0'; text++) {
        used += (size_t)snprintf(result + used, MOST_TEXT - used, *text == '#' ? "%d" : "%c",
                                 *text == '#' ? first : *text);
        assert_true(used < MOST_TEXT);
    }
    return result;
}

/* Parses "run WORDS"; the words live as long as the options. */
static int parse(const char *command, RunOptions *options)
{
    static char copy[MOST_TEXT];
    char *argv[MOST_WORDS + 1];
    int argc = 0;
    on_usable(command, copy);
    char *rest = copy;
    for (char *word = strsep(&rest, " "); word != NULL && argc < MOST_WORDS; word = strsep(&rest, " ")) {
        argv[argc++] = word;
    }
    argv[argc] = NULL;
    return options_parse(argc, argv, options, &error);
}

static void clear_environment(void)
{
    static const char *const names[] = {"OMP_NUM_THREADS",  "OMP_PROC_BIND", "OMP_PLACES",
                                        "OMP_SCHEDULE",     "OMP_DYNAMIC",   "OMP_WAIT_POLICY",
                                        "GOMP_CPU_AFFINITY"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        unsetenv(names[i]);
    }
}

/* An axis of an accepted command line: id and the values it must have, sizes as they are typed. */
static const struct {
    const char *command;
    AxisId axis;
    const char *values;
} accepted[] = {
    {"run matmul --size 256,512,1024", AXIS_ID_SIZE, "256 512 1024"},
    {"run matmul --size 3:6", AXIS_ID_SIZE, "3 4 5 6"},
    {"run matmul --size 2:9:3", AXIS_ID_SIZE, "2 5 8"},
    {"run matmul --size 256:2048:x2", AXIS_ID_SIZE, "256 512 1024 2048"},
    {"run matmul --size 7:7", AXIS_ID_SIZE, "7"},
    {"run matmul --size=4 --size 5", AXIS_ID_SIZE, "4 5"},
    {"run matmul --size 999x1003x1001,7", AXIS_ID_SIZE, "999x1003x1001 7"},
    {"run matmul --size 5x5x5,6x6,5x5x6", AXIS_ID_SIZE, "5 6 5x5x6"},
    {"run transpose --size 2x3:9x12:x2", AXIS_ID_SIZE, "2x3 4x6 8x12"},
    {"run matmul --size 1x2x3:3x5x5", AXIS_ID_SIZE, "1x2x3 2x3x4 3x4x5"},
    {"run matmul --size 1x2x3:9x9x9:4", AXIS_ID_SIZE, "1x2x3 5x6x7"},
    {"run matmul --size 6x7x1:6x7x9:x2", AXIS_ID_SIZE, "6x7x1 6x7x2 6x7x4 6x7x8"},
    {"run matmul --size 6x7x1:6x7x1,3", AXIS_ID_SIZE, "6x7x1 3"},
    {"run matmul --size 2097151x1x2097151", AXIS_ID_SIZE, "2097151x1x2097151"},
    {"run matmul --type float32,int32", AXIS_ID_TYPE, "1 0"},
    {"run matmul --schedule static,dynamic:16,guided", AXIS_ID_SCHEDULE, "0 4097 2"},
    {"run matmul --transfer pinned,overlap-depth", AXIS_ID_TRANSFER, "1 3"},
    {"run matmul --iterations 100", AXIS_ID_ITERATIONS, "100"},
    {"check --size 33", AXIS_ID_SIZE, "33"},
};

TEST(test_accepted, .set_up = clear_environment)
{
    for (size_t i = 0; i < COUNT_OF(accepted); i++) {
        RunOptions options;
        char values[128] = "";
        if (parse(accepted[i].command, &options) != 0) {
            fail_msg("%s: %s", accepted[i].command, error.text);
        }
        const Axis *axis = &options.axes[accepted[i].axis];
        for (size_t v = 0; v < axis->count; v++) {
            size_t used = strlen(values);
            Point point = {0};
            char size[32];
            axis_set(&point, axis->id, axis->values[v]);
            snprintf(size, sizeof size, "%zu", axis->values[v]);
            snprintf(values + used, sizeof values - used, "%s%s", v > 0 ? " " : "",
                     axis->id == AXIS_ID_SIZE ? axis_format(&point, axis->id, size, sizeof size) : size);
        }
        assert_string_equal(values, accepted[i].values);
        assert_true(axis->given);
        options_free(&options);
    }
}

TEST(test_scalars, .set_up = clear_environment)
{
    RunOptions options;
    assert_ok(
        parse("run apsp --seed 18446744073709551615 --precision 0.5% --rounds 3 --edges 7 --cold --fresh",
              &options));
    assert_true(options.seed == UINT64_MAX);
    assert_true(options.rule.precision > 0.00499 && options.rule.precision < 0.00501);
    assert_int_equal(options.rule.rounds, 3);
    assert_int_equal(options.edges, 7);
    assert_true(options.cold && options.fresh && !options.dry_run && !options.quiet);
    assert_string_equal(options.bind, "close");
    assert_string_equal(options.places, "cores");
    options_free(&options);
}

TEST(test_place_lists, .set_up = clear_environment)
{
    static const char *const lists[] = {"{#}", "{#},{#}", "{#,#}", "{#:1}", "{#:1:2}:1:-1", "{#,#:1},{#}:1"};
    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        RunOptions options;
        char command[128], list[MOST_TEXT];
        snprintf(command, sizeof command, "run matmul --places %s", lists[i]);
        if (parse(command, &options) != 0) {
            fail_msg("%s: %s", lists[i], error.text);
        }
        assert_string_equal(options.places, on_usable(lists[i], list));
        options_free(&options);
    }
}

/* One of the two counts changes the default of the other. */
TEST(test_counts, .set_up = clear_environment)
{
    static const struct {
        const char *command;
        size_t min, max;
    } cases[] = {{"run matmul", 1, 5},
                 {"run matmul --max-samples 3", 1, 3},
                 {"run matmul --min-samples 300", 300, 300},
                 {"run matmul --min-samples 3 --max-samples 4", 3, 4}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        RunOptions options;
        assert_ok(parse(cases[i].command, &options));
        assert_int_equal(options.rule.min_samples, cases[i].min);
        assert_int_equal(options.rule.max_samples, cases[i].max);
        options_free(&options);
    }
}

/* The environment counts where no option is given. */
TEST(test_environment, .set_up = clear_environment)
{
    RunOptions options;
    char value[MOST_TEXT];
    setenv("OMP_NUM_THREADS", "3,2", 1);
    setenv("OMP_SCHEDULE", "Dynamic,8", 1);
    setenv("GOMP_CPU_AFFINITY", on_usable("# #", value), 1);
    assert_ok(parse("run matmul", &options));
    assert_string_equal(options.places, on_usable("{#},{#}", value));
    assert_string_equal(options.bind, "close");
    options_free(&options);
    unsetenv("GOMP_CPU_AFFINITY");
    setenv("OMP_PROC_BIND", "FALSE", 1);
    assert_ok(parse("run matmul", &options));
    assert_int_equal(options.axes[AXIS_ID_THREADS].count, 1);
    assert_int_equal(options.axes[AXIS_ID_THREADS].values[0], 3);
    assert_false(options.axes[AXIS_ID_THREADS].given);
    Point point = {0};
    axis_set(&point, AXIS_ID_SCHEDULE, options.axes[AXIS_ID_SCHEDULE].values[0]);
    assert_int_equal(point.schedule.kind, SCHEDULE_DYNAMIC);
    assert_int_equal(point.schedule.chunk, 8);
    assert_string_equal(options.places, ""); /* unbound: no places */
    options_free(&options);
    assert_ok(parse("run matmul --threads 1 --bind spread", &options));
    assert_int_equal(options.axes[AXIS_ID_THREADS].values[0], 1);
    assert_string_equal(options.bind, "spread");
    options_free(&options);
}

/* Without --threads: enough counts for a law from eight processors on, and always all of them. */
TEST(test_threads_of_a_machine)
{
    static const struct {
        size_t processors, count, values[10];
    } rows[] = {
        {1, 1, {1}},
        {2, 2, {1, 2}},
        {3, 3, {1, 2, 3}},
        {4, 4, {1, 2, 3, 4}},
        {8, 6, {1, 2, 3, 4, 6, 8}},
        {10, 7, {1, 2, 3, 4, 6, 8, 10}},
        {12, 7, {1, 2, 3, 4, 6, 8, 12}},
        {16, 8, {1, 2, 3, 4, 6, 8, 12, 16}},
        {20, 9, {1, 2, 3, 4, 6, 8, 12, 16, 20}},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Axis axis = {0};
        assert_ok(axis_append_counts(&axis, rows[i].processors, &error));
        assert_int_equal(axis.count, rows[i].count);
        assert_memory_equal(axis.values, rows[i].values, axis.count * sizeof axis.values[0]);
        axis_free(&axis);
    }
}
