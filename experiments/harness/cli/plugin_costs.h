/* The hooks of a plug-in's workload that the plan, predictions and tables need: extent, type, work,
 * rate_unit.
 *
 * This process runs no code of a plug-in. A child process loads it when the first value is needed (`speedup
 * worker costs`), evaluates the hooks of a point on request, and ends with this process. */
#pragma once

#include "experiments/harness/cli/plugin_description.h"
#include "experiments/harness/cli/plugin_file.h"

/* Sets the hooks of the described workload, which evaluate those of the file. Both must outlive their use, or
 * the end of it. 0, or -1 and an error. */
int plugin_costs_attach(PluginWorkload *described, const PluginFile *file, Error *error);
void plugin_costs_detach(const PluginWorkload *described); /* NULL and others have no effect */

/* Evaluates the hooks at the point, if the workload has such hooks. 0, or -1 and an error without the path:
 * one crashed, does not end, or returns a value that costs nothing. */
int plugin_costs_check(const Workload *workload, const Point *point, Error *error);

/* The child: answers requests. Returns the exit code. */
int plugin_costs_serve(const char *path, const char *kept, const char *build);
