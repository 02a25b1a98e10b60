/* A manifest: it is refused with a message, or each of its points is one point when it is printed and read
 * again. */
#include "experiments/harness/cli/manifest.h"
#include "tests/fuzz/input.h"

typedef struct Planned {
    RunOptions given;
    Plan plan;
} Planned;

/* Reads a manifest as `speedup plan` does, which runs nothing. */
static int read_points(const char *path, Planned *planned, Error *error)
{
    char plan[] = "plan", option[] = "--manifest", file[] = "-";
    char *argv[] = {plan, option, file, NULL};
    *planned = (Planned){0};
    if (options_parse(3, argv, &planned->given, error) != 0) {
        return -1;
    }
    planned->given.manifest = path;
    return manifest_plan(&planned->given, false, &planned->plan, error);
}

static void free_points(Planned *planned)
{
    plan_free(&planned->plan);
    options_free(&planned->given);
}

static void require_same(const PlanPoint *point, Error *error)
{
    char *text = NULL;
    size_t size = 0;
    Planned again;
    FILE *stream = open_memstream(&text, &size);
    fuzz_require(stream != NULL, "there is memory");
    manifest_print(stream, point);
    fclose(stream);
    if (read_points(fuzz_file((const uint8_t *)text, size), &again, error) != 0 || again.plan.count != 1) {
        fprintf(stderr, "%s%zu points: %s\n", text, again.plan.count, error->text);
        abort();
    }
    free_points(&again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Planned planned;
    Error error = {0};
    if (read_points(fuzz_file(data, size), &planned, &error) != 0) {
        fuzz_require_message(&error);
    } else {
        for (size_t i = 0; i < planned.plan.count; i += 1 + planned.plan.count / 4) {
            require_same(&planned.plan.points[i], &error);
        }
    }
    free_points(&planned);
    return 0;
}
