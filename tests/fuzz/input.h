/* What fuzzers share: an input as a file, and checks that stay in every build. */
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/error.h"

/* Ends the fuzzer with this input unless `holds`. */
static inline void fuzz_require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "not so: %s\n", what);
        abort();
    }
}

/* An error has a message of one line. */
static inline void fuzz_require_message(const Error *error)
{
    fuzz_require(error->text[0] != '\0' && strchr(error->text, '\n') == NULL, "an error has one line");
}

/* The input as a file in memory; the path is valid until the next call. */
static inline const char *fuzz_file(const uint8_t *data, size_t size)
{
    static int fd = -1;
    static char path[64];
    if (fd >= 0) {
        close(fd);
    }
    fd = memfd_create("input", MFD_CLOEXEC);
    fuzz_require(fd >= 0 && write(fd, data, size) == (ssize_t)size, "the input is written");
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return path;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
