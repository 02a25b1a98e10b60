/* See plugin_source.h. */
#include "experiments/harness/cli/plugin_source.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/system/file.h"

enum { MOST_TEXT = 1 << 24 };

const char *const plugin_source_suffixes[] = {".c", ".cpp", ".cu", NULL};

/* False if the name is not that of a source file. */
static bool find_language(const char *path, Language *language)
{
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot != NULL && plugin_source_suffixes[i] != NULL; i++) {
        if (strcmp(dot, plugin_source_suffixes[i]) == 0) {
            *language = (Language)i;
            return true;
        }
    }
    return false;
}

/* The whole text, to be freed. NULL and an error otherwise. */
static char *read_text(const char *path, Error *error)
{
    FILE *file = file_is_regular(path) ? fopen(path, "re") : NULL;
    char *text = NULL;
    size_t room = 0;
    if (file == NULL) {
        error_set(error, "%s: cannot read the source file: %s; correct the name", path,
                  access(path, F_OK) != 0 ? strerror(errno) : "it is no file, or not readable");
        return NULL;
    }
    const ssize_t length = getdelim(&text, &room, '\0', file);
    fclose(file);
    if (length <= 0 || length > MOST_TEXT || text[length - 1] == '\0') {
        error_set(error, "%s: it is not the text of a program; speedup new matmul/mine writes an example",
                  path);
        free(text);
        return NULL;
    }
    return text;
}

/* Finds the lines `const KIND NAME = {`, KIND Variant or Workload, and appends their names, which begin with
 * `prefix`. 0, or -1 and an error, also if there are more than `most`. */
static int find_names(const char *text, const char *kind, const char *prefix, char (*names)[PLUGIN_MOST_NAME],
                      size_t most, size_t *count, const char *path, Error *error)
{
    static const char external[] = "extern \"C\" ";
    char start[32];
    const size_t length = (size_t)snprintf(start, sizeof start, "const %s ", kind);
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += line[0] == '\n';
        const char *at =
            strncmp(line, external, sizeof external - 1) == 0 ? line + sizeof external - 1 : line;
        if (strncmp(at, start, length) != 0) {
            continue;
        }
        const char *name = at + length, *end = name;
        while (isalnum((unsigned char)*end) || *end == '_') {
            end++;
        }
        if (end == name || end[strspn(end, " \t\r\n")] != '=') {
            continue; /* a declaration */
        }
        if (strncmp(name, prefix, strlen(prefix)) != 0 || end - name >= PLUGIN_MOST_NAME) {
            return error_set(error,
                             "%s: the symbol %.*s must begin with %s and have less than %d letters; "
                             "rename it",
                             path, (int)(end - name), name, prefix, PLUGIN_MOST_NAME);
        }
        if (*count == most) {
            return error_set(error, "%s: it has more than %zu %s%s; make several plug-ins", path, most, kind,
                             most == 1 ? "" : "s");
        }
        snprintf(names[(*count)++], PLUGIN_MOST_NAME, "%.*s", (int)(end - name), name);
    }
    return 0;
}

static int find_all_names(const char *text, PluginSource *source, Error *error)
{
    const char *path = source->path;
    if (find_names(text, "Variant", "variant_", source->names, PLUGIN_MOST_NAMES, &source->count, path,
                   error) != 0 ||
        find_names(text, "Workload", "workload_", source->workload, 1, &source->workloads, path, error) !=
            0) {
        return -1;
    }
    const bool alone = source->workloads > 0;
    return source->count > 0
               ? 0
               : error_set(error,
                           "%s: no line begins with `const Variant variant_NAME = {`; %s (speedup new "
                           "%s writes an example)",
                           path, alone ? "add a variant of the workload" : "end the file with a Variant",
                           alone ? "NAME" : "matmul/mine");
}

int plugin_source_read(const char *path, PluginSource *source, Error *error)
{
    *source = (PluginSource){.path = path};
    if (!find_language(path, &source->language)) {
        return error_set(
            error, "%s: the name ends neither in .c (C), .cpp (C++) nor .cu (CUDA); rename the file", path);
    }
    char *text = read_text(path, error);
    if (text == NULL) {
        return -1;
    }
    source->hopper = strstr(text, "\n * Architecture: sm_90a") != NULL;
    const int failed = find_all_names(text, source, error);
    free(text);
    return failed;
}
