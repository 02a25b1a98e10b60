/* The driver of programs that `run --command` measures. */
#pragma once

#include "common/driver.h"
#include "experiments/harness/cli/program.h"

/* The variant of a job is that of a Program. */
extern const Driver program_driver;

/* Seconds from the start to the end of a process that does nothing, `true` or `sh -c :`: the median of
 * several. Part of every wall time of a program. NAN if there is none. */
double program_driver_empty_s(bool shell);
