/* machine.json: the description of the machine that measured the samples beside it. */
#pragma once

#include "common/error.h"

/* Writes machine.json beside a samples file that is named as results_folder.h describes, unless it already
 * describes this machine and build, or something else. A separate process makes the description, since
 * querying a GPU creates a context in the process. 0, or -1 and an error, which does not prevent a
 * measurement. */
int machine_file_update(const char *samples_path, Error *error);
