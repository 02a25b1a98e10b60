/* The workload of programs that `run --command` measures: no inputs, no known cost. It is not in the
 * registry's list, as no variant of it is built in; registry_workload finds it. */
#pragma once

#include "common/workload.h"

extern const Workload workload_command;
