/* Edit distance by the standard two-row method. See nearest.h. */
#include "experiments/harness/cli/nearest.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "common/command.h"
#include "common/registry.h"

enum { LONGEST_NAME = 127 };

static size_t edit_distance(const char *a, const char *b)
{
    size_t row[LONGEST_NAME + 1];
    size_t b_length = strlen(b);
    if (b_length > LONGEST_NAME) {
        return SIZE_MAX;
    }
    for (size_t j = 0; j <= b_length; j++) {
        row[j] = j;
    }
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            size_t gap = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = replaced < gap ? replaced : gap;
        }
    }
    return row[b_length];
}

Nearest nearest_to(const char *wanted)
{
    return (Nearest){.prefix = "", .wanted = wanted, .best = NULL, .distance = SIZE_MAX};
}

void nearest_offer(Nearest *nearest, const char *candidate)
{
    size_t distance = edit_distance(nearest->wanted, candidate);
    const char *base = strchr(candidate, '/');
    if (base != NULL && strchr(nearest->wanted, '/') == NULL) { /* "naive" for "cpu/naive" */
        size_t without = edit_distance(nearest->wanted, base + 1);
        distance = without < distance ? without : distance;
    }
    size_t length = strlen(nearest->wanted);
    if (length > 1 && distance > 0 && strncmp(nearest->wanted, candidate, length) == 0) {
        distance = 1; /* an abbreviation */
    }
    if (distance < nearest->distance) {
        nearest->distance = distance;
        nearest->best = candidate;
    }
}

const char *nearest_hint(const Nearest *nearest)
{
    static char text[160];
    text[0] = '\0';
    size_t length = strlen(nearest->wanted);
    if (nearest->best != NULL && nearest->distance <= 1 + length / 3) {
        snprintf(text, sizeof text, "; did you mean %s%s?", nearest->prefix, nearest->best);
    }
    return text;
}

const Workload *nearest_workload(const char *name, Error *error)
{
    const Workload *known = registry_workload(name), *other;
    Nearest nearest = nearest_to(name);
    if (known == &workload_command) {
        error_set(error,
                  "the workload command has no variants of its own; measure a program by run --command "
                  "'./program {n} {threads}'");
        return NULL;
    }
    for (size_t i = 0; known == NULL && (other = registry_workload_at(i)) != NULL; i++) {
        nearest_offer(&nearest, other->name);
    }
    if (known == NULL) {
        error_set(error, "there is no workload '%s'%s (speedup list shows all)", name,
                  nearest_hint(&nearest));
    }
    return known;
}
