/* The workers that describe plug-ins and evaluate the cost models of their workloads, as plugin.h declares.
 */
#pragma once

#include "experiments/harness/cli/plugin.h"
