/* machine.json: what the machine is that measured the samples beside it. */
#ifndef SPEEDUP_MACHINE_FILE_H
#define SPEEDUP_MACHINE_FILE_H

#include "common/error.h"

/* Writes machine.json beside a samples file that is named samples.csv or samples.<host>.<job>.csv, unless one
 * of this machine and build is there, or one that tells of anything but this machine; other names are one's
 * own affair. A process of its own describes the machine: to ask a GPU what it is makes a context in the
 * process that asks. 0, or -1 and an error, which is no reason not to measure.
 */
int machine_file_update(const char *samples_path, Error *error);

#endif
