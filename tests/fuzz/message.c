/* A worker's message: refused, or the row that the parent writes of it can be read. */
#include "experiments/harness/cli/plan.h"
#include "experiments/harness/runner/row.h"
#include "tests/fuzz/input.h"

static char path[64];

static void remove_file(void)
{
    unlink(path);
}

/* A point, made once. */
static const PlanPoint *a_point(void)
{
    static RunOptions options;
    static Plan plan;
    char run[] = "run", workload[] = "matmul", variant[] = "--variant=cpu/naive", n[] = "--size=8";
    char *argv[] = {run, workload, variant, n, NULL};
    Error error;
    if (plan.count == 0) {
        fuzz_require(options_parse(4, argv, &options, &error) == 0 &&
                         plan_add(&plan, &options, options.workload, &error) == 0,
                     "there is a point");
        snprintf(path, sizeof path, "/dev/shm/speedup-fuzz-%ld.csv", (long)getpid());
        atexit(remove_file);
    }
    return &plan.points[0];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Message message;
    static RowText row;
    CsvFile file;
    Rows rows;
    MessageKind kind;
    Error error = {0};
    Result result = {0};
    message_write(&message, MESSAGE_SAMPLE, &result);
    memcpy(&message, data, size < sizeof message ? size : sizeof message);
    row_identity(&row, a_point());
    if (message_read(&message, &kind, &result) != 0 || kind != MESSAGE_SAMPLE) {
        return 0;
    }
    row_result(&row, "run", 1, 1, &result);
    unlink(path);
    if (csv_file_open(path, &samples_format, &file, NULL, &error) != 0 ||
        csv_file_append(&file, row.field, 0, &error) != 0 ||
        csv_file_read(path, &samples_format, &rows, &error) != 0) {
        fprintf(stderr, "%s\n", error.text);
        abort();
    }
    fuzz_require(rows.count == 1, "a message is a row");
    csv_file_free(&rows);
    csv_file_close(&file);
    return 0;
}
