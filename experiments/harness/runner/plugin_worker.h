/* The workers that describe plug-ins and evaluate the cost models of their workloads. */
#pragma once

#include "experiments/harness/cli/plugin.h"

extern const PluginWorkers plugin_workers;
