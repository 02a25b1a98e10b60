/* See shard.h. */
#include "experiments/harness/cli/shard.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/registry.h"
#include "common/system/array.h"
#include "common/text/hash.h"
#include "experiments/harness/cli/manifest.h"

/* Rough costs, for the balance only. A variant may be 100 times faster or slower; the stopping rule limits
 * the time of a point. */
static const double BATCH_S = 0.1, FILL_BYTES_PER_S = 1e9, CPU_RATE = 2e9, GPU_RATE = 1e12;

/* A point. Those of one unit are assigned together. */
typedef struct Item {
    uint64_t work, point, unit; /* hashes of the computed work, of the whole point, and of its unit */
    double cost_s, unit_s;      /* of the point, and of its unit */
    size_t index;               /* in the plan */
} Item;

static double cost_s(const PlanPoint *planned)
{
    const Point *point = &planned->point;
    const StopRule *rule = &planned->rule;
    const Workload *workload = registry_workload(planned->variant->workload);
    const unsigned workers = point_workers(point);
    double rate = (variant_on_gpu(planned->variant) ? GPU_RATE : CPU_RATE) * (workers > 0 ? workers : 1);
    double sample_s = workload_work(workload, point) / rate;
    if (planned->refused[0] != '\0' || sample_s > planned->skip_over_s) {
        return BATCH_S;
    }
    double bytes = (double)point->matrices * (double)workload_all_bytes(workload, point);
    double samples_s = rule->rounds * (1.0 + (double)rule->max_samples) * sample_s; /* 1: warm-up */
    return rule->rounds * (BATCH_S + bytes / FILL_BYTES_PER_S) +
           fmin(samples_s, fmax(rule->max_time_s, sample_s));
}

static void hash_option(void *hash, const char *option, const char *value)
{
    uint64_t *to = hash;
    *to = hash_text(hash_text(*to, option), value != NULL ? value : "");
}

static Item item_of(const Plan *plan, size_t index)
{
    const PlanPoint *planned = &plan->points[index];
    const Point *point = &planned->point;
    const char *graph = planned->options->graph != NULL ? planned->options->graph : "";
    char work[160], size[32];
    int length = snprintf(work, sizeof work, "%s %s %s %zu %" PRIu64, planned->variant->workload,
                          type_name(point->type), axis_format(point, AXIS_ID_SIZE, size, sizeof size),
                          point->edges, planned->options->seed);
    Item item = {.cost_s = cost_s(planned), .index = index};
    item.work = hash_text(hash_bytes(HASH_START, work, (size_t)length), graph);
    item.point = item.work;
    manifest_options(planned, hash_option, &item.point);
    return item;
}

static int by_work(const void *a, const void *b)
{
    const Item *left = a, *right = b;
    int order = compare_whole(left->work, right->work);
    order = order != 0 ? order : compare_whole(left->point, right->point);
    return order != 0 ? order : compare_whole(left->index, right->index);
}

/* The heaviest unit first. */
static int by_unit(const void *a, const void *b)
{
    const Item *left = a, *right = b;
    int order = (left->unit_s < right->unit_s) - (left->unit_s > right->unit_s);
    order = order != 0 ? order : compare_whole(left->unit, right->unit);
    return order != 0 ? order : by_work(a, b);
}

/* Sets the units of items sorted by work: one per work; if a work costs more than `share_s`, one per point.
 */
static void choose_units(Item *items, size_t count, double share_s)
{
    for (size_t first = 0, end; first < count; first = end) {
        double work_s = 0.0;
        for (end = first; end < count && items[end].work == items[first].work; end++) {
            work_s += items[end].cost_s;
        }
        for (size_t i = first; i < end; i++) {
            const bool whole = work_s <= share_s;
            items[i].unit = whole ? items[i].work : items[i].point;
            items[i].unit_s = whole ? work_s : items[i].cost_s;
        }
    }
}

/* Sets shards->of and load_s: the heaviest unit first, each to the shard with the least load. */
static void assign(const Plan *plan, Shards *shards, Item *items)
{
    double total_s = 0.0;
    for (size_t i = 0; i < plan->count; i++) {
        items[i] = item_of(plan, i);
    }
    qsort(items, plan->count, sizeof *items, by_work);
    for (size_t i = 0; i < plan->count; i++) {
        total_s += items[i].cost_s;
    }
    choose_units(items, plan->count, total_s / (double)shards->count);
    qsort(items, plan->count, sizeof *items, by_unit);
    for (size_t i = 0, least = 0; i < plan->count; i++) {
        if (i == 0 || items[i].unit != items[i - 1].unit) {
            least = 0;
            for (size_t s = 1; s < shards->count; s++) {
                least = shards->load_s[s] < shards->load_s[least] ? s : least;
            }
            shards->load_s[least] += items[i].unit_s;
        }
        shards->of[items[i].index] = least + 1;
    }
}

int shards_make(const Plan *plan, size_t count, Shards *shards, Error *error)
{
    *shards =
        (Shards){count, calloc(plan->count + 1, sizeof *shards->of), calloc(count, sizeof *shards->load_s)};
    Item *items = calloc(plan->count + 1, sizeof *items);
    const bool ready = shards->of != NULL && shards->load_s != NULL && items != NULL;
    if (ready) {
        assign(plan, shards, items);
    }
    free(items);
    return ready ? 0 : error_set(error, "no memory for %zu shards of %zu points", count, plan->count);
}

void shards_free(Shards *shards)
{
    free(shards->of);
    free(shards->load_s);
}

int shard_select(Plan *plan, Shard shard, Error *error)
{
    Shards shards;
    const int failed = shards_make(plan, shard.count, &shards, error);
    size_t kept = 0;
    for (size_t i = 0; failed == 0 && i < plan->count; i++) {
        if (shards.of[i] == shard.index) {
            plan->points[kept++] = plan->points[i];
        } else {
            free(plan->points[i].experiments);
        }
    }
    plan->count = failed == 0 ? kept : plan->count;
    shards_free(&shards);
    return failed;
}
