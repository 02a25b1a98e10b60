/* A command line of `run`, a word a line: refused with a message, or planned. */
#include "experiments/harness/cli/plan.h"
#include "tests/fuzz/input.h"

enum { MOST_WORDS = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), *rest = text, command[] = "run";
    char *argv[MOST_WORDS + 2] = {command};
    int argc = 1;
    RunOptions options;
    Plan plan = {0};
    Error error = {0};
    fuzz_require(text != NULL, "there is memory");
    memcpy(text, data, size);
    text[size] = '\0';
    while (rest != NULL && argc <= MOST_WORDS) {
        argv[argc++] = strsep(&rest, "\n");
    }
    if (options_parse(argc, argv, &options, &error) != 0 ||
        (!options.help && options.manifest == NULL &&
         plan_add(&plan, &options, options.workload, &error) != 0)) {
        fuzz_require_message(&error);
    }
    plan_free(&plan);
    options_free(&options);
    free(text);
    return 0;
}
