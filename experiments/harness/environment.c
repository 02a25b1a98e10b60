/* See environment.h. */
#include "experiments/harness/environment.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "experiments/harness/nearest.h"

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

/* `value` must be one of the NULL-terminated list, in any case. */
static int one_of(const char *source, const char *value, const char *const *allowed, const char *list,
                  Error *error)
{
    Nearest nearest = nearest_to(value);
    char hint[80];
    for (; *allowed != NULL; allowed++) {
        if (strcasecmp(value, *allowed) == 0) {
            return 0;
        }
        nearest_offer(&nearest, *allowed);
    }
    return error_set(error, "%s=%s is not a value it takes%s (%s)", source, value,
                     nearest_hint(&nearest, hint, sizeof hint), list);
}

static int check_bind(const char *source, const char *value, Error *error)
{
    static const char *const allowed[] = {"false", "true", "close", "spread", "primary", "master", NULL};
    char first[32];
    size_t length = strcspn(value, ",");
    snprintf(first, sizeof first, "%.*s", (int)(length < 31 ? length : 31), value);
    return one_of(source, first, allowed,
                  "false, true, close, spread, primary; places are OMP_PLACES or --places", error);
}

/* An abstract name with an optional (count), or an explicit list such as {0},{1} or {0:4}:2:4. */
static int check_places(const char *source, const char *value, Error *error)
{
    static const char *const allowed[] = {"threads", "cores", "sockets", "ll_caches", "numa_domains", NULL};
    if (value[0] == '{') {
        bool plain = strspn(value, "{}0123456789,:- !") == strlen(value);
        long depth = 0;
        for (const char *at = value; plain && *at != '\0'; at++) {
            depth += *at == '{' ? 1 : *at == '}' ? -1 : 0;
            plain = depth == 0 || depth == 1;
        }
        return plain && depth == 0
                   ? 0
                   : error_set(error, "%s=%s is not a list of places; write {0},{1} or {0:4}:2:4", source,
                               value);
    }
    char name[32];
    size_t length = strcspn(value, "(");
    snprintf(name, sizeof name, "%.*s", (int)(length < 31 ? length : 31), value);
    const char *rest = value + length;
    if (rest[0] == '(') {
        size_t digits = strspn(rest + 1, "0123456789");
        if (digits == 0 || strcmp(rest + 1 + digits, ")") != 0) {
            return error_set(error, "%s=%s: write a count as in cores(4)", source, value);
        }
    }
    return one_of(source, name, allowed, "threads, cores, sockets, or a list such as {0},{1}", error);
}

static int apply_threads(RunOptions *options, Error *error)
{
    const char *value = variable("OMP_NUM_THREADS");
    Axis *axis = &options->axes[AXIS_ID_THREADS];
    if (value == NULL || axis->given) {
        return 0;
    }
    char first[32];
    size_t length = strcspn(value, ","); /* further numbers are for nested regions */
    snprintf(first, sizeof first, "%.*s", (int)(length < 31 ? length : 31), value);
    Error why;
    size_t threads;
    if (parse_count(first, 65536, &threads, &why) != 0) {
        return error_set(error, "OMP_NUM_THREADS=%s: %s", value, why.text);
    }
    return axis_append(axis, threads, error);
}

static int apply_schedule(RunOptions *options, Error *error)
{
    const char *value = variable("OMP_SCHEDULE");
    Axis *axis = &options->axes[AXIS_ID_SCHEDULE];
    if (value == NULL || axis->given) {
        return 0;
    }
    char text[64];
    snprintf(text, sizeof text, "%s", value);
    for (char *at = text; *at != '\0'; at++) {
        *at = *at == ',' ? ':' : (char)tolower((unsigned char)*at);
    }
    Schedule schedule;
    if (schedule_parse(text, &schedule) != 0) {
        return error_set(error,
                         "OMP_SCHEDULE=%s: give static, dynamic or guided, with a chunk if you like, as in "
                         "dynamic,16",
                         value);
    }
    return axis_append(axis, schedule_pack(schedule), error);
}

static int check_others(Error *error)
{
    static const char *const booleans[] = {"true", "false", "1", "0", NULL};
    static const char *const policies[] = {"active", "passive", NULL};
    const char *dynamic = variable("OMP_DYNAMIC");
    const char *policy = variable("OMP_WAIT_POLICY");
    if (dynamic != NULL && one_of("OMP_DYNAMIC", dynamic, booleans, "true, false", error) != 0) {
        return -1;
    }
    return policy == NULL ? 0 : one_of("OMP_WAIT_POLICY", policy, policies, "active, passive", error);
}

int environment_apply(RunOptions *options, Error *error)
{
    const char *bind = variable("OMP_PROC_BIND");
    const char *places = variable("OMP_PLACES");
    if ((bind != NULL && check_bind("OMP_PROC_BIND", bind, error) != 0) ||
        (options->bind != NULL && check_bind("--bind", options->bind, error) != 0) ||
        (places != NULL && check_places("OMP_PLACES", places, error) != 0) ||
        (options->places != NULL && check_places("--places", options->places, error) != 0) ||
        apply_threads(options, error) != 0 || apply_schedule(options, error) != 0 ||
        check_others(error) != 0) {
        return -1;
    }
    if (options->bind == NULL) {
        options->bind = bind != NULL ? bind : "close";
    }
    if (options->places == NULL) {
        options->places = places != NULL ? places : "cores";
    }
    if (strcasecmp(options->bind, "false") == 0) {
        options->places = ""; /* nothing is bound, so there are no places */
    }
    return 0;
}

void environment_set(const char *bind, const char *places)
{
    setenv("OMP_PROC_BIND", bind, 1);
    if (places[0] != '\0') {
        setenv("OMP_PLACES", places, 1);
    } else {
        unsetenv("OMP_PLACES");
        unsetenv("GOMP_CPU_AFFINITY"); /* either of them would bind all the same */
    }
    setenv("OMP_DYNAMIC", "false", 1); /* a point's thread count is a promise */
}
