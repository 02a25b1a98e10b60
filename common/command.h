/* The workload of programs that `run --command` measures: no inputs, no known cost. It is not in the
 * registry's list, as no variant of it is built in; registry_workload finds it. */
#ifndef SPEEDUP_COMMAND_H
#define SPEEDUP_COMMAND_H

#include "common/workload.h"

extern const Workload workload_command;

#endif
