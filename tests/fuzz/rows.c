/* samples.csv: whatever it contains, it is read and summarized, or refused with a message. */
#include "experiments/harness/analysis/summary.h"
#include "experiments/harness/store/csv_writer.h"
#include "tests/fuzz/input.h"

static int summarize(const Rows *rows, FILE *stream, Error *error)
{
    Groups groups = {0};
    Summary summary = {0};
    ExperimentIndex members = {0};
    CsvWriter writer = {.stream = stream};
    int failed = groups_make(rows, 1, &groups, error);
    failed = failed == 0 ? experiment_index_make(rows, 1, &members, error) : failed;
    failed = failed == 0 ? summary_make(&groups, true, NULL, &summary, error) : failed;
    failed = failed == 0 ? summary_print(&writer, &summary, &members, error) : failed;
    experiment_index_free(&members);
    summary_free(&summary);
    groups_free(&groups);
    return failed;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *nowhere;
    Rows rows = {0};
    Error error = {0};
    nowhere = nowhere != NULL ? nowhere : fopen("/dev/null", "w");
    if (csv_file_read(fuzz_file(data, size), &samples_format, &rows, &error) != 0 ||
        summarize(&rows, nowhere, &error) != 0) {
        fuzz_require_message(&error);
    }
    csv_file_free(&rows);
    return 0;
}
