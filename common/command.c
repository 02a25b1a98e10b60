/* See command.h. */
#include "common/command.h"

#include <math.h>

/* A sample is one run of the program: 1e9 gives the rate in runs per second. How the work grows with n is
 * unknown. */
static double one_run(const Point *point)
{
    (void)point;
    return 1e9;
}

static const char *unit_of_runs(ElementType type)
{
    (void)type;
    return "runs/s";
}

/* The driver's output is its own verdict: "" or why the output is wrong. */
static int verify_output(const Computed *result, Accuracy *accuracy, Error *error)
{
    const char *why = result->out;
    *accuracy = (Accuracy){NAN, NAN, PRECISION_EXACT};
    if (why[0] != '\0') {
        return -error_set(error, "%s", why);
    }
    return 0;
}

const Workload workload_command = {
    .name = "command",
    .idea = "any program, given by --command",
    .types = TYPE_BIT(ELEMENT_TYPES) - 1,
    .default_sizes = "1",
    .work = one_run,
    .rate_unit = unit_of_runs,
    .verify = verify_output,
};
