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

/* One of a CPU and no fields but these: SIMPLE_VARIANT(matmul, prints, "..."). */
#define SIMPLE_VARIANT(of, file, text) TEST_VARIANT(cpu, of, file, .idea = text, .types = INT32 | FLOAT32)
