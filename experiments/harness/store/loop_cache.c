/* See loop_cache.h. */
#include "experiments/harness/store/loop_cache.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/system/file.h"
#include "common/text/text.h"

#define DAY_S 86400.0
#define LEAST_LOOP_S 1e-7 /* a tenth of the time in which any core reads the loop's lines */
#define MOST_LOOP_S 1.0
enum { MOST_LINES = 2000 };

/* Formats the path of the file. False without a home. */
static bool find_path(char path[TEXT_MOST_PATH + 1])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    const bool given = cache != NULL && cache[0] == '/';
    const char *top = given ? cache : home;
    return top != NULL && top[0] == '/' &&
           snprintf(path, TEXT_MOST_PATH + 1, "%s%s/speedup/reference-loop", top, given ? "" : "/.cache") <=
               TEXT_MOST_PATH;
}

/* Opens a regular file: another kind might block. NULL if there is none. */
static FILE *open_file(const char *path)
{
    return file_is_regular(path) ? fopen(path, "re") : NULL;
}

/* Reads the next valid line that is not outdated: "host speed threads kept_s date_s". */
static bool next_line(FILE *file, double date_s, LoopTime *time)
{
    char text[200];
    while (fgets(text, sizeof text, file) != NULL) {
        char *at = text + strcspn(text, " \n");
        *time = (LoopTime){.fastest_s = INFINITY, .confirmed_s = INFINITY};
        snprintf(time->host, sizeof time->host, "%.*s", (int)(at - text), text);
        time->speed = strtoull(at, &at, 16);
        time->threads = (unsigned)strtoul(at, &at, 10);
        time->kept_s = strtod(at, &at);
        time->date_s = strtod(at, &at);
        if (time->host[0] != '\0' && strcmp(at, "\n") == 0 && time->threads > 0 &&
            time->kept_s > LEAST_LOOP_S && time->kept_s < MOST_LOOP_S && time->date_s <= date_s + DAY_S &&
            time->date_s > date_s - LOOP_CACHE_DAYS * DAY_S) {
            return true;
        }
    }
    return false;
}

static bool is_own(const LoopCache *cache, const LoopTime *time)
{
    return time->speed == cache->none.speed && strcmp(time->host, cache->none.host) == 0;
}

static LoopTime *find(LoopCache *cache, unsigned threads)
{
    for (size_t i = 0; i < cache->count; i++) {
        if (cache->times[i].threads == threads) {
            return &cache->times[i];
        }
    }
    return NULL;
}

void loop_cache_read(LoopCache *cache, const char *host, uint64_t speed, double date_s)
{
    char path[TEXT_MOST_PATH + 1];
    *cache = (LoopCache){
        .none = {.speed = speed, .kept_s = INFINITY, .fastest_s = INFINITY, .confirmed_s = INFINITY}};
    snprintf(cache->none.host, sizeof cache->none.host, "%s", host);
    FILE *file = find_path(path) ? open_file(path) : NULL;
    if (file == NULL) {
        return;
    }
    LoopTime time;
    while (cache->count < LOOP_CACHE_COUNTS && next_line(file, date_s, &time)) {
        if (is_own(cache, &time) && find(cache, time.threads) == NULL) {
            cache->times[cache->count++] = time;
        }
    }
    fclose(file);
}

double loop_cache_slowdown(LoopCache *cache, unsigned threads, size_t batch, double loop_s)
{
    LoopTime *time = find(cache, threads);
    if (time == NULL && cache->count < LOOP_CACHE_COUNTS) {
        time = &cache->times[cache->count++];
        *time = cache->none;
        time->threads = threads;
        time->batch = batch;
    }
    if (time == NULL || !(loop_s > 0.0)) {
        return NAN;
    }
    if (loop_s < time->fastest_s) {
        time->confirmed_s = batch == time->batch ? time->confirmed_s : time->fastest_s;
        time->fastest_s = loop_s;
        time->batch = batch;
    } else if (batch != time->batch) {
        time->confirmed_s = fmin(time->confirmed_s, loop_s);
    }
    return loop_s / fmin(time->kept_s, time->fastest_s);
}

static void put_line(FILE *file, const LoopTime *time)
{
    fprintf(file, "%s %016" PRIx64 " %u %.9g %.0f\n", time->host, time->speed, time->threads, time->kept_s,
            time->date_s);
}

void loop_cache_write(const LoopCache *cache, double date_s)
{
    char path[TEXT_MOST_PATH + 1];
    NewFile file;
    if (cache->count == 0 || !find_path(path)) {
        return;
    }
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    if (file_begin(&file, path) != 0) {
        return;
    }
    for (size_t i = 0; i < cache->count; i++) {
        LoopTime time = cache->times[i];
        time.kept_s = fmin(time.kept_s, time.confirmed_s); /* one out of range is not read again */
        if (time.confirmed_s <= time.kept_s * (1.0 + LOOP_CACHE_NEAR)) {
            time.date_s = date_s;
        }
        put_line(file.stream, &time);
    }
    FILE *others = open_file(path);
    LoopTime time;
    for (size_t lines = cache->count;
         others != NULL && lines < MOST_LINES && next_line(others, date_s, &time); lines++) {
        if (!is_own(cache, &time)) {
            put_line(file.stream, &time);
        }
    }
    if (others != NULL) {
        fclose(others);
    }
    (void)file_end(&file, path); /* without it the next run measures the loop anew */
}
