/* The variant that a file of the tests defines: its names come from the file's path, and its run() is the
 * file's. */
#pragma once

#include "common/workload.h"

#ifdef __cplusplus
#define TEST_VARIANT_LINKAGE extern "C"
#else
#define TEST_VARIANT_LINKAGE
#endif

/* TEST_VARIANT(cpu, matmul, prints, .idea = "...", .types = INT32, ...): in the order of Variant's fields. */
#define TEST_VARIANT(kind, of, file, ...)                                                                    \
    TEST_VARIANT_LINKAGE const Variant variant_##kind##_##of##_##file = {                                    \
        .workload = #of, .name = #kind "/" #file, __VA_ARGS__, .run = run}
