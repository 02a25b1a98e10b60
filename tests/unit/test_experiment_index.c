/* members.csv: which experiments a point belongs to. */
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

#include "experiments/harness/store/experiment_index.h"
#include "tests/unit/sample_rows.h"

static char members_path[80];

static int name_members(void **state)
{
    int failed = make_folder(state);
    snprintf(members_path, sizeof members_path, "%s/members.csv", folder);
    return failed;
}

static int remove_both(void **state)
{
    unlink(members_path);
    return remove_file(state);
}

static int remove_all(void **state)
{
    unlink(members_path);
    return remove_folder(state);
}

/* Adds the usual point with `experiment`, `n` and `host`. */
static void add(const char *experiment, const char *n, const char *host)
{
    const char *field[COLUMNS];
    ExperimentIndexFile file;
    Error error, notice = {.text = ""};
    default_row(field);
    field[COL_EXPERIMENT] = experiment;
    field[COL_N] = n;
    field[COL_HOST] = host;
    assert_int_equal(experiment_index_open(path, "here", &file, &notice, &error), 0);
    assert_int_equal(experiment_index_add(&file, field, &error), 0);
    experiment_index_close(&file);
}

static size_t count_lines(void)
{
    size_t lines = 0;
    FILE *file = fopen(members_path, "r");
    for (int c = getc(file); c != EOF; c = getc(file)) {
        lines += c == '\n';
    }
    fclose(file);
    return lines;
}

static void test_once_each(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        add("a", "64", "here");
        add("b", "64", "here");
        add("a", "32", "here");
    }
    assert_int_equal(count_lines(), 1 + 3);
    char text[512];
    FILE *file = fopen(members_path, "r");
    assert_non_null(fgets(text, sizeof text, file));
    static const char names[] =
        "experiment,machine,host,workload,type,n,variant,threads,schedule,block,tile,edges,"
        "graph,matrices,transfer,iterations,places,bind,cache,seed,devices,ranks",
                      fields[] = "a,,here,matmul,int32,64,cpu/naive,1,,,,,,1,,1,,,,1,,";
    assert_memory_equal(text, names, strlen(names)); /* later columns follow */
    assert_non_null(fgets(text, sizeof text, file));
    assert_memory_equal(text, fields, strlen(fields));
    fclose(file);
}

/* Wherever a kill cuts the file, what is whole counts and is not added twice. */
static void test_torn(void **state)
{
    (void)state;
    char text[2048], again[2048];
    add("a", "64", "here");
    add("b", "64", "here");
    FILE *file = fopen(members_path, "r");
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    for (size_t cut = 0; cut < size; cut += 7) {
        file = fopen(members_path, "w");
        fwrite(text, 1, cut, file);
        fclose(file);
        add("a", "64", "here");
        add("b", "64", "here");
        file = fopen(members_path, "r");
        assert_int_equal(fread(again, 1, sizeof again, file), size);
        fclose(file);
        assert_memory_equal(again, text, size);
    }
}

static void assert_names(const ExperimentIndex *members, uint64_t key, const char *expected)
{
    char *names = experiment_index_names(members, key);
    assert_string_equal(names, expected);
    free(names);
}

/* The experiments of a point: of its rows and of its members, sorted, each once. A ';' in a row's column,
 * which earlier versions took, is a list. */
static void test_names(void **state)
{
    (void)state;
    static const struct {
        const char *n, *experiment;
    } rows[] = {{"64", "run"}, {"64", "b"}, {"64", "b"}, {"32", "z;b;;a"}, {"16", ""}};
    const char *field[COLUMNS];
    Rows files[2];
    ExperimentIndex members;
    CsvFile file;
    Error error;
    assert_int_equal(samples_open(path, &file, NULL, &error), 0);
    default_row(field);
    field[COL_HOST] = "here";
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        field[COL_N] = rows[i].n;
        field[COL_EXPERIMENT] = rows[i].experiment;
        assert_int_equal(csv_file_append(&file, field, 0, &error), 0);
    }
    csv_file_close(&file);
    assert_int_equal(experiment_index_read(path, &files[1], &error), 0); /* none yet */
    assert_int_equal(files[1].count, 0);
    csv_file_free(&files[1]);
    add("c", "64", "");
    add("b", "64", "here");
    add("ab", "64", "here");
    add("elsewhere", "64", "there");
    assert_int_equal(samples_read(path, &files[0], &error), 0);
    assert_int_equal(experiment_index_read(path, &files[1], &error), 0);
    assert_int_equal(samples_fill_hosts(files, 1, NULL, &error), 0);
    assert_int_equal(samples_fill_hosts(files, 2, "here", &error), 0);
    assert_int_equal(experiment_index_make(files, 2, &members, &error), 0);
    assert_names(&members, files[0].rows[0].series->key, "ab;b;c;run");
    assert_names(&members, files[0].rows[3].series->key, "a;b;z");
    assert_names(&members, files[0].rows[4].series->key, "");
    assert_names(&members, 1, "");
    experiment_index_free(&members);
    csv_file_free(&files[0]);
    csv_file_free(&files[1]);
}

static void test_damaged(void **state)
{
    (void)state;
    static const char *const lines[] = {"a;b,,here,matmul,int32,64,cpu/naive,1,,,,,,1,,1,,,,1\n",
                                        ",,here,matmul,int32,64,cpu/naive,1,,,,,,1,,1,,,,1\n",
                                        "a,,here,$(x),int32,64,cpu/naive,1,,,,,,1,,1,,,,1\n",
                                        "a,,here,matmul,int32\n"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        Rows rows;
        Error error;
        unlink(members_path);
        add("a", "64", "here");
        FILE *file = fopen(members_path, "a");
        fputs(lines[i], file);
        fclose(file);
        assert_int_equal(experiment_index_read(path, &rows, &error), -1);
        assert_non_null(strstr(error.text, "members.csv:3: "));
        ExperimentIndexFile open;
        assert_int_equal(experiment_index_open(path, "here", &open, NULL, &error), -1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_once_each, remove_both),
        cmocka_unit_test_setup(test_torn, remove_both),
        cmocka_unit_test_setup(test_names, remove_both),
        cmocka_unit_test_setup(test_damaged, remove_both),
    };
    return cmocka_run_group_tests(tests, name_members, remove_all);
}
