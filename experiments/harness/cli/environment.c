/* See environment.h. */
#include "experiments/harness/cli/environment.h"

#include <ctype.h>
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/personality.h>

#include "common/system/affinity.h"
#include "common/text/text.h"
#include "common/timing.h"
#include "experiments/harness/cli/nearest.h"

/* Time that a job's script needs after the run. */
#define END_OF_JOB_S 10.0

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
    for (; *allowed != NULL; allowed++) {
        if (strcasecmp(value, *allowed) == 0) {
            return 0;
        }
        nearest_offer(&nearest, *allowed);
    }
    return error_set(error, "%s=%s is not a valid value%s; give %s", source, value, nearest_hint(&nearest),
                     list);
}

/* A row contains the whole placement. */
static int check_length(const char *source, const char *value, Error *error)
{
    size_t most = PLACEMENT_SIZE - 1, length = strlen(value);
    return length <= most ? 0
                          : error_set(error, "%s has %zu bytes, at most %zu are allowed; give a shorter one",
                                      source, length, most);
}

/* A policy, or a list with one per nesting level. */
static int check_bind(const char *source, const char *value, Error *error)
{
    static const char *const allowed[] = {"false", "true", "close", "spread", "primary", "master", NULL};
    char copy[PLACEMENT_SIZE];
    if (check_length(source, value, error) != 0) {
        return -1;
    }
    snprintf(copy, sizeof copy, "%s", value);
    for (char *rest = copy; rest != NULL;) {
        if (one_of(source, strsep(&rest, ","), allowed,
                   "false, true, close, spread or primary; places are set by OMP_PLACES or --places",
                   error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* OpenMP's list of places: {0,2}, {0:4} or {0:4:2}, each with an interval :count or :count:stride behind it.
 */
#define NUMBER " *[0-9]+ *"
#define INTERVAL "(:" NUMBER "(: *-?" NUMBER ")?)?"
#define PLACE " *[{]" NUMBER INTERVAL "(," NUMBER INTERVAL ")*[}] *" INTERVAL
#define PLACE_LIST "^" PLACE "(," PLACE ")*$"

/* The first processor of every place must be usable. */
static int check_place_list(const char *source, const char *value, Error *error)
{
    ProcessorSet usable;
    bool known = affinity_now(&usable);
    if (strchr(strrchr(value, '{'), '}') == NULL) {
        return error_set(error, "%s=%s: a brace is not closed", source, value);
    }
    if (!text_matches(value, PLACE_LIST)) {
        return error_set(error, "%s=%s is not a list of places; write {0},{1} or {0:4}:2:4", source, value);
    }
    for (const char *at = value; known && (at = strchr(at, '{')) != NULL;) {
        unsigned long processor = strtoul(++at, NULL, 10);
        if (!affinity_has(&usable, processor)) {
            return error_set(error,
                             "%s=%s: processor %lu does not exist or may not be used; speedup machine lists "
                             "the usable number",
                             source, value, processor);
        }
    }
    return 0;
}

/* An abstract name with an optional (count), or an explicit list. */
static int check_places(const char *source, const char *value, Error *error)
{
    static const char *const allowed[] = {"threads", "cores", "sockets", "ll_caches", "numa_domains", NULL};
    if (check_length(source, value, error) != 0) {
        return -1;
    }
    if (value[0] == '{') {
        return check_place_list(source, value, error);
    }
    char name[32];
    size_t length = strcspn(value, "(");
    snprintf(name, sizeof name, "%.*s", (int)(length < 31 ? length : 31), value);
    const char *rest = value + length;
    if (rest[0] == '(' && !text_matches(rest, "^[(]0*[1-9][0-9]*[)]$")) {
        return error_set(error, "%s=%s: write a count from 1, as in cores(4)", source, value);
    }
    return one_of(source, name, allowed, "threads, cores, sockets or a list such as {0},{1}", error);
}

/* The list of places of GOMP_CPU_AFFINITY="0 3 1-2 4-15:2", which has one processor per place. */
static int places_of_gomp(const char *value, char places[PLACEMENT_SIZE], Error *error)
{
    for (const char *at = value + strspn(value, " ,"); *at != '\0'; at += strspn(at, " ,")) {
        char *end;
        unsigned long first = strtoul(at, &end, 10), last = first, step = 1;
        bool number = end != at;
        if (number && *end == '-') {
            last = strtoul(end + 1, &end, 10);
            step = *end == ':' ? strtoul(end + 1, &end, 10) : 1;
        }
        if (!number || last < first || step == 0 || (*end != '\0' && *end != ' ' && *end != ',')) {
            return error_set(error, "GOMP_CPU_AFFINITY=%s: write processors such as 0 2 4-6 8-14:2", value);
        }
        for (; first <= last; first += step) {
            if (strlen(places) + 24 > PLACEMENT_SIZE) {
                return error_set(error, "GOMP_CPU_AFFINITY has more places than a row contains; use "
                                        "--places with a range such as {0}:64");
            }
            text_append(places, PLACEMENT_SIZE, ",", "{%lu}", first);
        }
        at = end;
    }
    return places[0] != '\0'
               ? 0
               : error_set(error,
                           "GOMP_CPU_AFFINITY=%s contains no processor; write processors such as 0 2 4-6",
                           value);
}

/* The placement in one spelling, so that TRUE and true are one point. */
static const char *keep_lower(char kept[PLACEMENT_SIZE], const char *value)
{
    snprintf(kept, PLACEMENT_SIZE, "%s", value);
    for (char *at = kept; *at != '\0'; at++) {
        *at = (char)tolower((unsigned char)*at);
    }
    return kept;
}

static const char *first_of(const char *option, const char *variable, const char *otherwise)
{
    variable = variable != NULL ? variable : otherwise;
    return option != NULL ? option : variable;
}

static int apply_placement(RunOptions *options, Error *error)
{
    const char *bind = variable("OMP_PROC_BIND"), *places = variable("OMP_PLACES");
    const char *gomp = variable("GOMP_CPU_AFFINITY");
    char gomp_places[PLACEMENT_SIZE] = "";
    if ((bind != NULL && check_bind("OMP_PROC_BIND", bind, error) != 0) ||
        (options->bind != NULL && check_bind("--bind", options->bind, error) != 0) ||
        (places != NULL && check_places("OMP_PLACES", places, error) != 0) ||
        (options->places != NULL && check_places("--places", options->places, error) != 0)) {
        return -1;
    }
    if (gomp != NULL && places == NULL) { /* OMP_PLACES takes precedence in libgomp too */
        if (places_of_gomp(gomp, gomp_places, error) != 0 ||
            check_places("GOMP_CPU_AFFINITY", gomp_places, error) != 0) {
            return -1;
        }
        places = gomp_places;
    }
    options->bind = keep_lower(options->kept_bind, first_of(options->bind, bind, "close"));
    options->places = keep_lower(options->kept_places, first_of(options->places, places, "cores"));
    if (strcmp(options->bind, "false") == 0) {
        options->places = ""; /* without binding there are no places */
    }
    return 0;
}

static int apply_threads(RunOptions *options, Error *error)
{
    const char *value = variable("OMP_NUM_THREADS");
    Axis *axis = &options->axes[AXIS_ID_THREADS];
    if (value == NULL || axis->given) {
        return 0;
    }
    char first[32];
    value += strspn(value, " ");
    size_t length = strcspn(value, " ,"); /* further numbers are of nested regions */
    snprintf(first, sizeof first, "%.*s", (int)(length < 31 ? length : 31), value);
    size_t threads;
    return parse_count(first, 65536, &threads, error) != 0
               ? error_set(error, "OMP_NUM_THREADS=%s: %s", value, error->text)
               : axis_append(axis, threads, error);
}

static int apply_schedule(RunOptions *options, Error *error)
{
    const char *value = variable("OMP_SCHEDULE");
    Axis *axis = &options->axes[AXIS_ID_SCHEDULE];
    if (value == NULL || axis->given) {
        return 0;
    }
    char text[64];
    char *to = text;
    for (const char *at = value; *at != '\0' && to < text + sizeof text - 1; at++) {
        if (*at != ' ') {
            *to++ = *at == ',' ? ':' : (char)tolower((unsigned char)*at);
        }
    }
    *to = '\0';
    Point point = {0};
    return axis_parse_word(AXIS_ID_SCHEDULE, text, &point) != 0
               ? error_set(error,
                           "OMP_SCHEDULE=%s: give static, dynamic or guided, optionally with a chunk, as "
                           "in dynamic,16",
                           value)
               : axis_append(axis, axis_get(&point, AXIS_ID_SCHEDULE), error);
}

static int check_others(Error *error)
{
    static const char *const booleans[] = {"true", "false", "1", "0", NULL};
    static const char *const policies[] = {"active", "passive", NULL};
    const char *dynamic = variable("OMP_DYNAMIC");
    const char *policy = variable("OMP_WAIT_POLICY");
    const bool wrong =
        (dynamic != NULL && one_of("OMP_DYNAMIC", dynamic, booleans, "true, false", error) != 0) ||
        (policy != NULL && one_of("OMP_WAIT_POLICY", policy, policies, "active, passive", error) != 0);
    return wrong ? -1 : 0;
}

int environment_apply(RunOptions *options, Error *error)
{
    return apply_placement(options, error) != 0 || apply_threads(options, error) != 0 ||
                   apply_schedule(options, error) != 0 || check_others(error) != 0
               ? -1
               : 0;
}

int environment_slurm(RunOptions *options, Error *error)
{
    const char *task = variable("SLURM_ARRAY_TASK_ID"), *tasks = variable("SLURM_ARRAY_TASK_COUNT");
    const char *least = variable("SLURM_ARRAY_TASK_MIN"), *step = variable("SLURM_ARRAY_TASK_STEP");
    const char *ends = variable("SLURM_JOB_END_TIME");
    if (ends != NULL && isinf(options->time_limit_s)) {
        double left_s = strtod(ends, NULL) - timing_date_s() - END_OF_JOB_S;
        options->time_limit_s = left_s > 0.0 ? left_s : 0.0;
    }
    if (options->manifest == NULL || options->shard.count != 0 || task == NULL || tasks == NULL) {
        return 0;
    }
    size_t id = strtoull(task, NULL, 10), first = least != NULL ? strtoull(least, NULL, 10) : 1;
    size_t stride = step != NULL ? strtoull(step, NULL, 10) : 1;
    options->shard.count = strtoull(tasks, NULL, 10);
    options->shard.index = id < first ? 0 : (id - first) / (stride > 0 ? stride : 1) + 1;
    if (options->shard.index == 0 || options->shard.index > options->shard.count) {
        return error_set(error,
                         "SLURM_ARRAY_TASK_ID=%s is not one of SLURM_ARRAY_TASK_COUNT=%s from "
                         "SLURM_ARRAY_TASK_MIN; give --shard I/K",
                         task, tasks);
    }
    return 0;
}

void environment_limit_blas(void)
{
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
}

/* The last library that the pattern matches. 0, or -1 and an error. */
static int find_library(const char *pattern, char path[TEXT_MOST_PATH + 1], Error *error)
{
    glob_t found = {.gl_pathc = 0};
    glob(pattern, GLOB_BRACE, NULL, &found);
    const char *last = found.gl_pathc > 0 ? found.gl_pathv[found.gl_pathc - 1] : NULL;
    snprintf(path, TEXT_MOST_PATH + 1, "%s", last != NULL ? last : "");
    globfree(&found);
    return last != NULL
               ? 0
               : error_set(error, "--race: there is no %s; install gcc, clang and libomp-dev (make deps-dev)",
                           pattern);
}

int environment_race(Error *error)
{
    char tsan[TEXT_MOST_PATH + 1], openmp[TEXT_MOST_PATH + 1], archer[TEXT_MOST_PATH + 1],
        both[2 * TEXT_MOST_PATH + 2];
    if (find_library("{/usr/lib64,/usr/lib/*}/libtsan.so.[0-9]", tsan, error) != 0 ||
        find_library("{/usr/lib64,/usr/lib/llvm-*/lib}/libomp.so", openmp, error) != 0 ||
        find_library("{/usr/lib64,/usr/lib/llvm-*/lib}/libarcher.so", archer, error) != 0) {
        return -1;
    }
    snprintf(both, sizeof both, "%s:%s", tsan, openmp);
    setenv("LD_PRELOAD", both, 1);
    setenv("OMP_TOOL_LIBRARIES", archer, 1);
    setenv("TSAN_OPTIONS", "ignore_noninstrumented_modules=1:halt_on_error=1:exitcode=66:atexit_sleep_ms=0",
           1);
    personality(ADDR_NO_RANDOMIZE); /* it needs certain addresses */
    return 0;
}

void environment_set(const char *bind, const char *places)
{
    setenv("OMP_PROC_BIND", bind, 1);
    if (places[0] != '\0') {
        setenv("OMP_PLACES", places, 1);
    } else {
        unsetenv("OMP_PLACES");
    }
    unsetenv("GOMP_CPU_AFFINITY");     /* `places` contains it */
    setenv("OMP_DYNAMIC", "false", 1); /* else fewer threads than requested may run */
    environment_limit_blas();
}
