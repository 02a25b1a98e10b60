/* A test tree of small files, such as /sys, in its own folder. Include after cmocka.h. */
#pragma once

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char root[64];

static inline int make_root(void **state)
{
    (void)state;
    snprintf(root, sizeof root, "/tmp/speedup-test-XXXXXX");
    return mkdtemp(root) == NULL ? -1 : 0;
}

static inline int remove_root(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    return system(command);
}

/* Writes a file below the root, with its folders. */
static inline void put(const char *content, const char *format, ...)
{
    char path[512], relative[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(relative, sizeof relative, format, arguments);
    va_end(arguments);
    snprintf(path, sizeof path, "%s%s", root, relative);
    for (char *slash = strchr(path + strlen(root) + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%s\n", content);
    fclose(file);
}

#define WITH_ROOT(test) cmocka_unit_test_setup_teardown(test, make_root, remove_root)
