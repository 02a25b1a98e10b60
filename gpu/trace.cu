/* The operations of a sample on a common clock, for the timelines: one CSV row each.
 *
 * The rows come from the events that time every sample, so tracing does not change the order of work. An
 * operation that was issued early waits in its stream for others of its kind, and its span includes the wait.
 * A drawn bar excludes it: it starts at the latest end of the operations that ended before it, as an engine
 * processes one operation at a time. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "gpu/bench.h"

static const char *const kinds[MOMENTS] = {NULL, "h2d", "kernel", "d2h"}; /* that end at a moment */

/* When an engine began the problem's operation that ends at `end`. */
static double start_of(const Bench *bench, const Problem *problem, Moment end)
{
    double start_s = problem->at_s[end - 1];
    for (size_t i = 0; i < bench->job.point.matrices; i++) {
        double other_s = bench->problems[i].at_s[end];
        if (&bench->problems[i] != problem && other_s > start_s && other_s < problem->at_s[end]) {
            start_s = other_s;
        }
    }
    return start_s;
}

/* Times count from the first operation, which need not be problem 0's. */
static double origin_of(const Bench *bench)
{
    double origin_s = bench->problems[0].at_s[BEGUN];
    for (size_t i = 1; i < bench->job.point.matrices; i++) {
        origin_s = fmin(origin_s, bench->problems[i].at_s[BEGUN]);
    }
    return origin_s;
}

static void write_rows(const Bench *bench, FILE *stream)
{
    const Point *point = &bench->job.point;
    double origin_s = origin_of(bench);
    char block[24] = ""; /* empty where it does not apply */
    if (point->block > 0) {
        snprintf(block, sizeof block, "%zu", point->block);
    }
    for (size_t i = 0; i < point->matrices; i++) {
        const Problem *problem = &bench->problems[i];
        for (int end = UPLOADED; end < MOMENTS; end++) {
            fprintf(stream, "%zu,%s,%zu,%s,%s,%zu,%zu,%zu,%s,%.9f,%.9f\n", bench->samples,
                    bench->job.variant->name, point->n, block, transfer_name(point->transfer),
                    point->matrices, i, bench->overlap ? i : 0, kinds[end],
                    start_of(bench, problem, (Moment)end) - origin_s, problem->at_s[end] - origin_s);
        }
    }
}

int gpu_bench_trace(const Bench *bench, Error *error)
{
    const char *path = bench->job.trace;
    FILE *stream = fopen(path, "a");
    if (stream == NULL) {
        return error_set(error, "%s: cannot be opened for the trace: %s", path, strerror(errno));
    }
    struct stat status;
    if (fstat(fileno(stream), &status) == 0 && status.st_size == 0) {
        fputs("sample,variant,n,block,transfer,matrices,matrix,stream,kind,start_s,end_s\n", stream);
    }
    write_rows(bench, stream);
    int failed = ferror(stream);
    if (fclose(stream) != 0 || failed != 0) {
        return error_set(error, "%s: the trace cannot be written: %s", path, strerror(errno));
    }
    return 0;
}
