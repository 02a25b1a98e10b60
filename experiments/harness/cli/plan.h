/* The plan: the points of a command line or manifest. */
#pragma once

#include "common/driver.h"
#include "common/text/text.h"
#include "experiments/harness/cli/options.h"
#include "experiments/harness/cli/plugin.h"

typedef struct PlanPoint {
    const Variant *variant;
    const Program *program;             /* of which it is the variant; NULL for another one */
    const Plugin *plugin;               /* that has the variant; NULL for another one */
    char own_build[PROGRAM_BUILD_SIZE]; /* of a program or plug-in; "": this program's */
    Point point;
    unsigned char digits[AXIS_IDS]; /* of a program: as in ProgramSpec */
    const char *bind, *places;      /* as in the row; "" on a GPU */
    char refused[200];              /* why the variant rejects the point; "": it does not */
    const RunOptions *options;      /* the options that requested it first: seed, graph, cold, timeout */
    char *experiments;              /* "a;b"; NULL for none */
    StopRule rule;                  /* the strictest of all requests, as are the next two */
    double warmup_s, skip_over_s;
} PlanPoint;

typedef struct Plan {
    PlanPoint *points;
    size_t count;
    char notice[2048]; /* lines of PLAN_NOTE */
    RunOptions *lines; /* of a manifest: the options of each line, to which the points refer */
    size_t line_count;
    char *text; /* of a manifest, cut into words */
} Plan;

/* Appends a line about what was left out or has no effect, printf style. */
#define PLAN_NOTE(plan, ...) text_append((plan)->notice, sizeof(plan)->notice, "", __VA_ARGS__)

/* Appends the points that `options`, which must outlive the plan, request of `workload`. A point that is
 * there already joins the experiments. 0, or -1 and an error (usage). */
int plan_add(Plan *plan, const RunOptions *options, const Workload *workload, Error *error);
void plan_free(Plan *plan);

/* The point of the plan with the same identity; NULL if there is none. */
PlanPoint *plan_find(const Plan *plan, const PlanPoint *point);

/* Are two points equal but for n (and edges)? */
bool plan_same_but_size(const PlanPoint *a, const PlanPoint *b);

/* The most edges of a random graph of this size, without loops, or nonzeros of a matrix that is not square.
 */
size_t plan_most_edges(const Point *point);

/* The same point at another size; false if the variant rejects it. */
bool plan_at_size(const RunOptions *options, const PlanPoint *planned, size_t n, Point *point);

/* Does the point have a value of the axis? A program has an element type only by its placeholder. */
bool plan_reads(const PlanPoint *planned, AxisId id);

/* Identity of the code that the point runs: of this program, of the one that it measures, or of a plug-in. */
const char *plan_build(const PlanPoint *planned);

/* What a worker needs to know of the point's program. */
ProgramSpec plan_program(const PlanPoint *planned);

/* Sets the identity of a program's point (program_build). 0, or -1 and an error. */
int plan_identify(PlanPoint *point, bool set_up, Error *error);

/* "matmul cpu/openmp n 512 float32 2 threads"; valid until the next call. */
const char *point_in_words(const PlanPoint *point);

/* Why a variant cannot run here, or NULL: with points on `axes`, which are over ranks if these have
 * AXIS_RANKS and not AXIS_DEVICES, and then start by `launcher` (NULL: the default). */
const char *variant_missing(const Variant *variant, unsigned axes, const char *launcher);
