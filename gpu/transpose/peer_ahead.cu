/* Transpose among several GPUs in strips: while one is turned, the next one is under way.
 *
 * In gpu/peer_copies and gpu/nccl_exchange the memory waits for the links and then the links for the memory.
 * Here what a device fetches comes in strips of its peers' rows, on a stream of its own, into two places in
 * turns. A strip is turned as soon as it is there, beside the next one's copy, and its place is free again
 * long before that is done: memory is several times as fast as the links. What a device has itself it
 * turns while the first strip comes. So the links are busy from the beginning until only the last strip is
 * left to turn, and two strips take the place of a panel.
 *
 *     fetching   | strip 0 | strip 1 | strip 2 | ...       waits until its place is turned
 *     turning    | own |   | 0 |     | 1 |     | 2 | ...   waits until its strip is there
 *
 * Strips are large, as a copy takes some microseconds to begin, and the host some to ask for it: matrices
 * whose blocks are smaller than a strip gain little.
 *
 * What bounds it: the links, by one copy at a time a device; of small matrices the host, which has all
 * devices to serve.
 * One device does what gpu/whole_rows does.
 * Source: NVIDIA, CUDA C++ Programming Guide, Overlap of Data Transfer and Kernel Execution. */
#include <stdlib.h>

#include "gpu/transpose/block_rows.cuh"

enum { PLACES = 2 };
enum { STRIP_WORDS = 4 << 20 }; /* about; 16 MiB take 40 us at 400 GB/s */

/* Of one device. Those of its part's stream are recorded there, the others on `fetching`. */
typedef struct Fetcher {
    cudaStream_t fetching;
    cudaEvent_t has_begun;         /* on the part's stream */
    cudaEvent_t is_there[PLACES];  /* on fetching */
    cudaEvent_t is_turned[PLACES]; /* on the part's stream */
} Fetcher;

/* A task's handle: one for each device. */
typedef struct Ahead {
    Fetcher fetchers[MOST_DEVICES];
} Ahead;

/* ---- strips ---- */

/* Rows of a strip: whole tiles, and no more than a block has. */
static size_t strip_height(const Point *point)
{
    const size_t side = block_side(point);
    return size_min(side, size_round_up((STRIP_WORDS - 1) / side + 1, ROWS));
}

static unsigned strips_of_block(const Point *point)
{
    return gpu_blocks(block_side(point), strip_height(point));
}

/* The index-th strip that a device fetches: rows of the input that device `peer` has. */
typedef struct Strip {
    unsigned peer, first, rows; /* first: of the peer's rows. 0 rows: of a block that is lower */
    unsigned place;
} Strip;

static Strip strip_of(const Task *task, unsigned e, unsigned index)
{
    const unsigned strips = strips_of_block(task->point), height = (unsigned)strip_height(task->point);
    Strip strip = {.peer = (e + 1 + index / strips) % task->point->devices};
    const unsigned rows = (unsigned)task->parts[strip.peer].rows;
    strip.first = index % strips * height;
    strip.rows = strip.first < rows ? (unsigned)size_min(height, rows - strip.first) : 0;
    strip.place = index % PLACES;
    return strip;
}

static uint32_t *strip_place(const Task *task, unsigned e, const Strip *strip)
{
    return (uint32_t *)task->parts[e].workspace +
           strip->place * strip_height(task->point) * task->parts[e].rows;
}

/* ---- one device's two streams ---- */

/* What comes on `fetching` comes after all that is on the part's stream: what the places held is turned. */
static int begin(const Task *task, unsigned e, const Fetcher *fetcher)
{
    return GPU_CHECK(task, cudaEventRecord(fetcher->has_begun, part_stream(task, e))) != 0
               ? -1
               : GPU_CHECK(task, cudaStreamWaitEvent(fetcher->fetching, fetcher->has_begun, 0));
}

static int fetch(const Task *task, unsigned e, const Fetcher *fetcher, const Strip *strip)
{
    const size_t n = task->point->n, word = sizeof(uint32_t), width = task->parts[e].rows * word;
    const uint32_t *from =
        (const uint32_t *)task->parts[strip->peer].a + strip->first * n + block_first(task, e);
    if (GPU_CHECK(task, cudaStreamWaitEvent(fetcher->fetching, fetcher->is_turned[strip->place], 0)) != 0 ||
        GPU_CHECK(task, cudaMemcpy2DAsync(strip_place(task, e, strip), width, from, n * word, width,
                                          strip->rows, cudaMemcpyDefault, fetcher->fetching)) != 0) {
        return -1;
    }
    return GPU_CHECK(task, cudaEventRecord(fetcher->is_there[strip->place], fetcher->fetching));
}

static int turn(const Task *task, unsigned e, const Fetcher *fetcher, const Strip *strip)
{
    const Task part = part_task(task, e);
    const unsigned first = block_first(task, strip->peer) + strip->first;
    const Turn rows =
        turn_rows(task, e, strip_place(task, e, strip), (unsigned)task->parts[e].rows, first, strip->rows);
    if (part_enter(task, e) != 0 ||
        GPU_CHECK(task, cudaStreamWaitEvent(part_stream(task, e), fetcher->is_there[strip->place], 0)) != 0 ||
        turn_part(&part, rows) != 0) {
        return -1;
    }
    return GPU_CHECK(task, cudaEventRecord(fetcher->is_turned[strip->place], part_stream(task, e)));
}

/* ---- all devices ---- */

/* One strip of each device, so that none waits while the host asks for all of another's. */
static int exchange_strips(const Task *task, const Ahead *ahead, unsigned index)
{
    for (unsigned e = 0; e < task->point->devices; e++) {
        const Strip strip = strip_of(task, e, index);
        const Fetcher *fetcher = &ahead->fetchers[e];
        if (strip.rows > 0 && task->parts[e].rows > 0 &&
            (fetch(task, e, fetcher, &strip) != 0 || turn(task, e, fetcher, &strip) != 0)) {
            return -1;
        }
    }
    return 0;
}

static int begin_all(const Task *task, const Ahead *ahead)
{
    for (unsigned e = 0; e < task->point->devices; e++) {
        const Task part = part_task(task, e);
        if (task->parts[e].rows > 0 &&
            (begin(task, e, &ahead->fetchers[e]) != 0 || part_enter(task, e) != 0 ||
             turn_part(&part, turn_own(task, e)) != 0)) {
            return -1;
        }
    }
    return 0;
}

static int run(const Task *task)
{
    const Ahead *ahead = (const Ahead *)task->handle;
    if (task->point->devices <= 1) {
        return turn_whole(task);
    }
    if (begin_all(task, ahead) != 0) {
        return -1;
    }
    const unsigned strips = (task->point->devices - 1) * strips_of_block(task->point);
    for (unsigned index = 0; index < strips; index++) {
        if (exchange_strips(task, ahead, index) != 0) {
            return -1;
        }
    }
    return 0;
}

static size_t workspace(const Point *point)
{
    return point->devices <= 1
               ? 0
               : size_mul(PLACES * sizeof(uint32_t), size_mul(strip_height(point), block_side(point)));
}

/* ---- handle ---- */

static void close_ahead(Task *task)
{
    Ahead *ahead = (Ahead *)task->handle;
    for (unsigned e = 0; ahead != NULL && e < task->point->devices; e++) {
        const Fetcher *fetcher = &ahead->fetchers[e];
        if (fetcher->fetching != NULL) {
            (void)cudaStreamDestroy(fetcher->fetching);
        }
        for (cudaEvent_t event : {fetcher->has_begun, fetcher->is_there[0], fetcher->is_there[1],
                                  fetcher->is_turned[0], fetcher->is_turned[1]}) {
            if (event != NULL) {
                (void)cudaEventDestroy(event);
            }
        }
    }
    free(ahead);
    task->handle = NULL;
}

static int open_fetcher(const Task *task, unsigned e, Fetcher *fetcher)
{
    if (part_enter(task, e) != 0 ||
        GPU_CHECK(task, cudaStreamCreateWithFlags(&fetcher->fetching, cudaStreamNonBlocking)) != 0) {
        return -1;
    }
    for (cudaEvent_t *event : {&fetcher->has_begun, &fetcher->is_there[0], &fetcher->is_there[1],
                               &fetcher->is_turned[0], &fetcher->is_turned[1]}) {
        if (GPU_CHECK(task, cudaEventCreateWithFlags(event, cudaEventDisableTiming)) != 0) {
            return -1;
        }
    }
    return 0;
}

static int open_ahead(Task *task)
{
    task->handle = NULL;
    if (task->point->devices <= 1) {
        return 0;
    }
    Ahead *ahead = (Ahead *)calloc(1, sizeof *ahead);
    task->handle = ahead;
    if (ahead == NULL) {
        return error_set(task->error, "no memory for the streams of a task");
    }
    for (unsigned e = 0; e < task->point->devices; e++) {
        if (open_fetcher(task, e, &ahead->fetchers[e]) != 0) {
            close_ahead(task);
            return -1;
        }
    }
    return part_enter(task, 0);
}

extern "C" {
extern const Variant variant_gpu_transpose_peer_ahead;
}
const Variant variant_gpu_transpose_peer_ahead = {
    .workload = "transpose",
    .name = "gpu/peer_ahead",
    .idea = "strips of the others' rows come beside the work on the strip before: links and memory at a time",
    .source = "NVIDIA, CUDA C++ Programming Guide: Overlap of Data Transfer and Kernel Execution",
    .after = "gpu/nccl_exchange",
    .types = INT32 | FLOAT32,
    .axes = AXIS_DEVICES,
    .workspace = workspace,
    .open = open_ahead,
    .close = close_ahead,
    .run = run,
};
