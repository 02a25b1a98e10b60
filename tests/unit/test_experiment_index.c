/* members.csv: which experiments a point belongs to. */
#include "experiments/harness/store/experiment_index.h"
#include "tests/unit/sample_rows.h"
#include "tests/unit/unit.h"

#define MEMBERS "members.csv"

/* Adds the usual point with `experiment`, `n` and `host`, unless it is there, as `run` does. */
static void add(const char *experiment, const char *n, const char *host)
{
    const char *field[COLUMNS];
    CsvFile file;
    Rows rows;
    ExperimentIndex known;
    default_row(field);
    field[COL_EXPERIMENT] = experiment;
    field[COL_N] = n;
    field[COL_HOST] = host;
    assert_ok(csv_file_open(MEMBERS, &experiment_index_format, &file, NULL, &error));
    assert_ok(experiment_index_read(SAMPLES, &rows, &error));
    assert_ok(experiment_index_make(&rows, 1, &known, &error));
    if (!experiment_index_lists(&known, field)) {
        assert_ok(csv_file_append(&file, field, 0, &error));
    }
    experiment_index_free(&known);
    csv_file_free(&rows);
    csv_file_close(&file);
}

TEST(test_once_each, IN_FOLDER)
{
    for (int i = 0; i < 2; i++) {
        add("a", "64", "here");
        add("b", "64", "here");
        add("a", "32", "here");
    }
    char text[2048] = "", *rest = text;
    size_t lines = 0;
    static const char names[] =
        "experiment,machine,host,workload,type,n,variant,threads,schedule,block,tile,edges,"
        "graph,matrices,transfer,iterations,places,bind,cache,seed,devices,ranks",
                      fields[] = "a,,here,matmul,int32,64,cpu/naive,1,,,,,,1,,1,,,,1,,";
    get_bytes(MEMBERS, text, sizeof text - 1);
    assert_memory_equal(text, names, strlen(names)); /* later columns follow */
    assert_memory_equal(strchr(text, '\n') + 1, fields, strlen(fields));
    while ((rest = strchr(rest, '\n')) != NULL) {
        rest++;
        lines++;
    }
    assert_int_equal(lines, 1 + 3);
}

/* Wherever a kill cuts the file, what is whole counts and is not added twice. */
TEST(test_torn, IN_FOLDER)
{
    char text[2048], again[2048];
    add("a", "64", "here");
    add("b", "64", "here");
    const size_t size = get_bytes(MEMBERS, text, sizeof text);
    for (size_t cut = 0; cut < size; cut += 7) {
        put_bytes(MEMBERS, text, cut);
        add("a", "64", "here");
        add("b", "64", "here");
        assert_int_equal(get_bytes(MEMBERS, again, sizeof again), size);
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
TEST(test_names, IN_FOLDER)
{
    static const Column columns[] = {COL_HOST, COL_N, COL_EXPERIMENT};
    static const char *const rows[][3] = {{"here", "64", "run"},
                                          {"here", "64", "b"},
                                          {"here", "64", "b"},
                                          {"here", "32", "z;b;;a"},
                                          {"here", "16", ""}};
    Rows files[2];
    ExperimentIndex members;
    write_fields(columns, COUNT_OF(columns), rows[0], COUNT_OF(rows));
    assert_ok(experiment_index_read(SAMPLES, &files[1], &error)); /* none yet */
    assert_int_equal(files[1].count, 0);
    csv_file_free(&files[1]);
    add("c", "64", "here");
    add("b", "64", "here");
    add("ab", "64", "here");
    add("elsewhere", "64", "there");
    files[0] = read_samples();
    assert_ok(experiment_index_read(SAMPLES, &files[1], &error));
    assert_ok(experiment_index_make(files, 2, &members, &error));
    assert_names(&members, files[0].rows[0].series->key, "ab;b;c;run");
    assert_names(&members, files[0].rows[3].series->key, "a;b;z");
    assert_names(&members, files[0].rows[4].series->key, "");
    assert_names(&members, 1, "");
    experiment_index_free(&members);
    csv_file_free(&files[0]);
    csv_file_free(&files[1]);
}

TEST(test_damaged, IN_FOLDER)
{
    static const char *const lines[] = {"a;b,,here,matmul,int32,64,cpu/naive,1,,,,,,1,,1,,,,1\n",
                                        ",,here,matmul,int32,64,cpu/naive,1,,,,,,1,,1,,,,1\n",
                                        "a,,here,$(x),int32,64,cpu/naive,1,,,,,,1,,1,,,,1\n",
                                        "a,,here,matmul,int32\n"};
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        Rows rows;
        unlink(MEMBERS);
        add("a", "64", "here");
        append_text(MEMBERS, lines[i]);
        assert_refused(experiment_index_read(SAMPLES, &rows, &error), "members.csv:3: ");
    }
}
