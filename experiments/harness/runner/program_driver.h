/* The driver of programs that `run --command` measures. */
#pragma once

#include "common/driver.h"
#include "experiments/harness/cli/program.h"

/* Its points are those of a spec, which must outlive the Bench: set it before open. */
extern const Driver program_driver;
void program_driver_set(const ProgramSpec *spec);

/* Seconds from the start to the end of a process that does nothing, `true` or `sh -c :`: the median of
 * several. Part of every wall time of a program. NAN if there is none. */
double program_driver_empty_s(bool shell);
