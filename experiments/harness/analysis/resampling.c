/* See resampling.h. */
#include "experiments/harness/analysis/resampling.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/random.h"
#include "common/statistics/rounds.h"
#include "common/system/array.h"

/* ---- reading ---- */

static PoolPoint *point_named(Pool *pool, const char *name, Error *error)
{
    for (size_t i = 0; i < pool->count; i++) {
        if (strcmp(pool->points[i].name, name) == 0) {
            return &pool->points[i];
        }
    }
    char *own_name = strdup(name);
    const PoolPoint point = {.name = own_name};
    if (own_name == NULL || array_append(&pool->points, &pool->count, &point, sizeof point) != 0) {
        free(own_name);
        error_set(error, "no memory for the pairs of %zu points", pool->count + 1);
        return NULL;
    }
    return &pool->points[pool->count - 1];
}

/* The part of a line before its last `fields` fields. */
static size_t before_last(const char *line, int fields)
{
    size_t at = strlen(line);
    while (at > 0 && fields > 0) {
        fields -= line[--at] == ',';
    }
    return at;
}

typedef struct PairLines {
    double min_s[2], median_s[2]; /* base, new */
} PairLines;

/* A pair is two lines; their last `behind` columns are stage, pair, order, side, min_s, median_s, samples and
 * what other versions have behind them. */
static int read_line(Pool *pool, char *line, int behind, bool second, PairLines *pair, Error *error)
{
    const size_t identity = before_last(line, behind);
    char side[8] = "", *end = side;
    int times = 0;
    (void)sscanf(line + identity, ",%*[^,],%*u,%*u,%7[^,],%n", side, &times);
    const bool is_new = strcmp(side, "new") == 0;
    const double min_s = times > 0 ? strtod(line + identity + times, &end) : NAN;
    const double median_s = *end == ',' ? strtod(end + 1, &end) : NAN;
    if ((!is_new && strcmp(side, "base") != 0) || !(min_s > 0.0) || !(median_s > 0.0) || *end != ',') {
        return error_set(error, "this is no line of pairs (compare --interleave --pool N --pairs FILE)");
    }
    pair->min_s[is_new] = min_s;
    pair->median_s[is_new] = median_s;
    line[identity] = '\0';
    PoolPoint *point = point_named(pool, line, error);
    if (point == NULL) {
        return -1;
    }
    if (second && point->count < PAIRS_MOST) {
        point->base[point->count] = log(pair->min_s[0]);
        point->base_median[point->count] = log(pair->median_s[0]);
        point->new[point->count++] = log(pair->min_s[1]);
    }
    return 0;
}

int pool_read(Pool *pool, const char *path, Error *error)
{
    FILE *file = fopen(path, "r");
    char line[4096];
    PairLines pair = {{NAN, NAN}, {NAN, NAN}};
    int failed = 0, behind = 0;
    if (file == NULL) {
        return error_set(error, "%s: cannot open the pairs: %s", path, strerror(errno));
    }
    for (size_t number = 1; failed == 0 && fgets(line, sizeof line, file) != NULL; number++) {
        Error why;
        for (const char *at = number == 1 ? strstr(line, ",stage,") : NULL; at != NULL;
             at = strchr(at + 1, ',')) {
            behind++;
        }
        if (number > 1 && read_line(pool, line, behind, number % 2 == 1, &pair, &why) != 0) {
            failed = error_set(error, "%s line %zu: %s", path, number, why.text);
        }
    }
    fclose(file);
    return failed == 0 && pool->count == 0 ? error_set(error, "%s holds no pairs", path) : failed;
}

void pool_free(Pool *pool)
{
    for (size_t i = 0; i < pool->count; i++) {
        free(pool->points[i].name);
    }
    free(pool->points);
    *pool = (Pool){0};
}

size_t pool_least(const Pool *pool)
{
    size_t least = PAIRS_MOST;
    for (size_t i = 0; i < pool->count; i++) {
        least = pool->points[i].count < least ? pool->points[i].count : least;
    }
    return least;
}

void pool_slow_down(Pool *pool, double share)
{
    for (size_t i = 0; i < pool->count; i++) {
        for (size_t pair = 0; pair < pool->points[i].count; pair++) {
            pool->points[i].new[pair] += log1p(share);
        }
    }
}

/* ---- pairs in random order ---- */

typedef struct Drawn {
    double base[RESAMPLING_DRAWN], new[RESAMPLING_DRAWN];
} Drawn;

/* Draws pairs of a point; with `shuffled` each side of a pair is base or new by chance. */
static void draw(const PoolPoint *point, uint64_t stream, bool shuffled, Drawn *drawn)
{
    size_t order[PAIRS_MOST] = {0};
    random_order(stream, order, point->count);
    for (size_t i = 0; i < RESAMPLING_DRAWN; i++) {
        bool swap = shuffled && random_bits(~stream, i) >> 63 != 0;
        drawn->base[i] = swap ? point->new[order[i]] : point->base[order[i]];
        drawn->new[i] = swap ? point->base[order[i]] : point->new[order[i]];
    }
}

/* Judges a family as interleave.c does. */
static void judge_family(const Drawn *drawn, size_t count, uint64_t seed, Verdict *verdicts)
{
    Ratio ratio[RESAMPLING_MOST_FAMILY];
    const char *why;
    for (size_t i = 0; i < count; i++) {
        Pairs screen = {drawn[i].base, drawn[i].new, PAIRS_SCREEN, 0};
        Pairs confirm = {drawn[i].base + PAIRS_SCREEN, drawn[i].new + PAIRS_SCREEN, PAIRS_CONFIRM, 0};
        double effect = pairs_effect(&screen);
        bool candidate =
            pairs_candidate(effect, pairs_p(&screen, BOTH_SIDES, random_stream(seed, i)), PAIRS_THRESHOLD);
        const uint64_t stream = random_stream(seed, i + count);
        const double p = candidate ? pairs_p(&confirm, effect > 1 ? SLOWER_SIDE : FASTER_SIDE, stream) : NAN;
        ratio[i] = (Ratio){.value = pairs_effect(&confirm)};
        ratio[i].low = ratio[i].high = ratio[i].value;
        if (p > VERDICT_LEVEL / 5 && p < VERDICT_LEVEL) { /* with a smaller p it excludes 1; it is slow */
            ratio[i] = pairs_ratio(&confirm, stream);
        }
        ratio[i].p = p;
    }
    const bool adjusted = holm_adjust(&ratio->p, count, sizeof *ratio) == 0;
    for (size_t i = 0; adjusted && i < count; i++) {
        Pairs confirm = {drawn[i].base + PAIRS_SCREEN, drawn[i].new + PAIRS_SCREEN, PAIRS_CONFIRM, 0};
        verdicts[i] = pairs_verdict(&confirm, &ratio[i], !isnan(ratio[i].p), PAIRS_THRESHOLD, &why);
    }
}

double resampling_alarms(const Pool *pool, size_t resamples)
{
    const size_t family = pool->count;
    static Drawn drawn[RESAMPLING_MOST_FAMILY];
    Verdict verdicts[RESAMPLING_MOST_FAMILY] = {NO_CHANGE};
    size_t alarms = 0;
    for (uint64_t resample = 0; resample < resamples; resample++) {
        for (size_t i = 0; i < family; i++) {
            draw(&pool->points[i], random_stream(resample, i), true, &drawn[i]);
        }
        judge_family(drawn, family, resample, verdicts);
        bool alarm = false;
        for (size_t i = 0; i < family; i++) {
            alarm = alarm || verdicts[i] == SLOWER || verdicts[i] == FASTER;
        }
        alarms += alarm;
    }
    return (double)alarms / (double)resamples;
}

/* Is the verdict 'no change' although there is one? By the interval of the screen or the confirmation. */
static bool called_equal(const Drawn *drawn, bool confirmed, uint64_t seed)
{
    const char *why;
    size_t from = confirmed ? PAIRS_SCREEN : 0;
    Pairs pairs = {drawn->base + from, drawn->new + from, confirmed ? PAIRS_CONFIRM : PAIRS_SCREEN, 0};
    Ratio ratio = pairs_ratio(&pairs, seed);
    return pairs_verdict(&pairs, &ratio, false, PAIRS_THRESHOLD, &why) == NO_CHANGE;
}

double resampling_found(const Pool *pool, size_t resamples, double *missed)
{
    static Drawn drawn[RESAMPLING_MOST_FAMILY];
    Verdict verdicts[RESAMPLING_MOST_FAMILY] = {NO_CHANGE};
    const size_t family = pool->count, each = (resamples + family - 1) / family;
    size_t found = 0, others = 0;
    for (size_t changed = 0; changed < family; changed++) {
        for (uint64_t resample = 0; resample < each; resample++) {
            uint64_t stream = random_stream(changed, resample);
            for (size_t i = 0; i < family; i++) {
                draw(&pool->points[(changed + i) % family], random_stream(stream, i), i > 0, &drawn[i]);
            }
            judge_family(drawn, family, stream, verdicts);
            found += verdicts[0] == SLOWER;
            others += missed != NULL &&
                      (verdicts[0] == FASTER ||
                       (verdicts[0] != SLOWER && called_equal(&drawn[0], verdicts[0] != NO_CHANGE, stream)));
        }
    }
    if (missed != NULL) {
        *missed = (double)others / (double)(each * family);
    }
    return (double)found / (double)(each * family);
}

/* ---- one after the other ---- */

static Estimate estimate_of_logs(const double *log_time, size_t count, double more)
{
    double time[PAIRS_MOST];
    for (size_t i = 0; i < count; i++) {
        time[i] = exp(log_time[i] + more);
    }
    return estimate_of(time, count);
}

double resampling_sequential(const Pool *pool, size_t rounds, double slower)
{
    size_t stretches = 0, changed = 0;
    for (size_t p = 0; p < pool->count; p++) {
        const PoolPoint *point = &pool->points[p];
        for (size_t first = 0; first + 2 * rounds <= point->count; first++, stretches++) {
            Estimate before = estimate_of_logs(point->base_median + first, rounds, 0.0);
            Estimate after = estimate_of_logs(point->base_median + first + rounds, rounds, log1p(slower));
            changed += ratio_of_estimates(&after, &before).p < 1.0 - ROUNDS_CONFIDENCE;
        }
    }
    return stretches > 0 ? (double)changed / (double)stretches : NAN;
}

double resampling_coverage(const Pool *pool, size_t rounds)
{
    size_t stretches = 0, held = 0;
    for (size_t p = 0; p < pool->count; p++) {
        const PoolPoint *point = &pool->points[p];
        double truth = estimate_of_logs(point->base_median, point->count, 0.0).value;
        for (size_t first = 0; first + rounds <= point->count; first++, stretches++) {
            Estimate estimate = estimate_of_logs(point->base_median + first, rounds, 0.0);
            held += estimate.low <= truth && truth <= estimate.high;
        }
    }
    return stretches > 0 ? (double)held / (double)stretches : NAN;
}
