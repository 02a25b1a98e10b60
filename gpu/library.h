/* Libraries that are opened at their first use, not linked: cuBLAS alone is half a gigabyte, which every
 * start of the program would map, and a machine without it runs all other variants. */
#pragma once

#include <dlfcn.h>

#include "gpu/check.h"

/* A function of a library by its name; NULL where there is none. */
static inline void *gpu_library_symbol(const char *library, const char *name)
{
    void *const opened = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    return opened == NULL ? NULL : dlsym(opened, name);
}

/* The same with the type of its declaration, looked up once. The name may be a macro for a newer version of
 * the function. */
#define GPU_FIND(library, function)                                                                          \
    ([]() {                                                                                                  \
        static const auto found = (decltype(&(function)))gpu_library_symbol((library), GPU_TEXT(function));  \
        return found;                                                                                        \
    }())
