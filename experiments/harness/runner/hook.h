/* Commands around the measurement of programs, which are not timed: --setup, --prepare and --cleanup. */
#pragma once

#include "experiments/harness/cli/plan.h"

/* Runs the command of a hook by `sh -c` ("": nothing). 0, or -1 and an error with its exit code and the end
 * of its output. */
int hook_run(ProgramOption hook, char *command, Error *error);

/* Runs the hook of all points of programs, each different command once, in the order of the plan. After
 * --setup the identities of the points include the files that it made. 0, or -1 and an error. */
int hook_run_all(const Plan *plan, ProgramOption hook, Error *error);
