/* Distances of 16 bits, two in a word, if they are proved exact; otherwise distances of 32 bits.
 *
 * One instruction adds and takes the minimum in both halves of a word (compute capability 9.0), and a
 * matrix is half as large: twice the rate. Every weight is saturated at INFINITE_DISTANCE, 2^15 - 1.
 * Saturation commutes with minima and sums, so the result is each distance, saturated: exact where it is
 * below INFINITE_DISTANCE, and otherwise either a longer path or none. One pass over the result decides
 * whether there can be a longer path. The last edge of a path that reaches INFINITE_DISTANCE begins at a
 * vertex whose distance is below it. If the greatest distance below INFINITE_DISTANCE and the heaviest
 * edge together are less than it, there is no such path, and INFINITE_DISTANCE means unreachable.
 *
 * The host does not read the proof, as it would have to wait. The task's matrix stays as it is until the
 * proof, a word in memory: then one kernel writes the distances there if the proof holds, and another
 * computes them in 32 bits if it does not. The second is one launch for all rounds, because hundreds of
 * launches without work would cost a twentieth of the time at n 4096. Its thread blocks take work items
 * from a counter, in the order of the rounds, and wait until all of the phase before are done. The items
 * that a thread block waits for were taken before its own, by thread blocks that are running: so each wait
 * ends, however few thread blocks the GPU has room for.
 *
 * The words of a row hold neighbours; the left operand has its cell in each half of a word. So the rounds
 * are those of gpu/overlapped_phases.
 *
 * Measured on an H200: 8.5, 22.7, 29.4, 29.7 and 30.0 Trelax/s at n 2048, 4096, 8192, 12288 and 24576; the
 * ceiling is 33. With the fallback to 32 bits 6.9 at n 4096. Shared memory of 100 KB for all kernels
 * (DIVIDED_AT), and tiles ahead that fit in it, brought 2 and 3 % of that at n 8192 and 12288; all 228 KB,
 * which leave the least cache, cost 7 %.
 * Bound: arithmetic; for a small graph the chain.
 * Limits: distances that reach 2^15 cost half as much again as in 32 bits alone, as this is known only at
 * the end (a heavier edge is known at once); the copy in 16 bits. Compute capability 8.0, and before 9.0
 * the packed instruction is several.
 * Source: the proof follows from the triangle inequality; NVIDIA, CUDA C++ Programming Guide, Dynamic
 * Programming eXtension. */
#include <stdio.h>

#include "gpu/apsp/kernels/look_ahead.cuh"

typedef RoundPlan<Tile<Pair, 4, 1, 8, 2>, Tile<Pair, 2, 1, 8, 4>, 2, 1> PackedPlan;

/* Of a small graph, as in gpu/overlapped_phases. */
typedef RoundPlan<Tile<Pair, 2, 1, 16, 4>, Tile<Pair, 2, 1, 16, 3>, 1, 1> SmallPackedPlan;

enum { PACKED_HALVED_FROM = 6000 }; /* vertices */

/* Percent, 100 KB on an H200: two thread blocks of PackedPlan's trailing update and one of its tiles ahead
 * fit in it, and the remaining memory is cache. */
enum { DIVIDED_AT = 44 };

typedef unsigned long long Count;

/* The proof of a task, in device memory. All 0 at first. */
typedef struct Proof {
    uint32_t heaviest; /* edge */
    uint32_t longest;  /* path below INFINITE_DISTANCE */
    Count taken, done; /* work items of the rounds in 32 bits */
} Proof;

static __device__ bool is_exact(const Proof *proof)
{
    const uint32_t heaviest = __ldcg(&proof->heaviest), longest = __ldcg(&proof->longest);
    return heaviest < Pair::INFINITE_DISTANCE && heaviest + longest < Pair::INFINITE_DISTANCE;
}

/* ---- 16 bits ---- */

enum : unsigned { THREADS = 256, COPIED_ROWS = 8 /* of a thread block */ };

/* *greatest <- the greatest value of the thread block, or more. */
static __device__ void take_greatest(uint32_t value, uint32_t *greatest)
{
    __shared__ uint32_t of_warp[THREADS / 32];
    for (unsigned step = 16; step > 0; step /= 2) {
        value = max(value, __shfl_down_sync(0xffffffff, value, step));
    }
    if (threadIdx.x % 32 == 0) {
        of_warp[threadIdx.x / 32] = value;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (uint32_t other : of_warp) {
            value = max(value, other);
        }
        if (value > __ldcg(greatest)) {
            atomicMax(greatest, value);
        }
    }
}

/* The saturated weight of an edge. Vertices that fill up a block have 0 to themselves and INFINITE_DISTANCE
 * to all others. */
static __device__ uint32_t cut_weight(const int32_t *distance, size_t n, size_t row, size_t column,
                                      uint32_t *heaviest)
{
    if (row >= n || column >= n) {
        return row == column ? 0 : Pair::INFINITE_DISTANCE;
    }
    const uint32_t weight = (uint32_t)distance[row * n + column];
    *heaviest = weight == GRAPH_UNREACHABLE ? *heaviest : max(*heaviest, weight);
    return min(weight, (uint32_t)Pair::INFINITE_DISTANCE);
}

static __global__ void __launch_bounds__(THREADS)
    cut(const int32_t *distance, size_t n, uint32_t *matrix, size_t pitch, Proof *proof)
{
    const size_t word = (size_t)blockIdx.x * THREADS + threadIdx.x;
    uint32_t heaviest = 0;
#pragma unroll
    for (unsigned i = 0; i < COPIED_ROWS; i++) {
        const size_t row = (size_t)blockIdx.y * COPIED_ROWS + i;
        if (word < pitch) {
            const uint32_t low = cut_weight(distance, n, row, 2 * word, &heaviest),
                           high = cut_weight(distance, n, row, 2 * word + 1, &heaviest);
            matrix[row * pitch + word] = low | high << 16;
        }
    }
    take_greatest(heaviest, &proof->heaviest);
}

/* The cells that fill up the blocks are 0 or INFINITE_DISTANCE, which do not change the result. */
static __global__ void __launch_bounds__(THREADS) prove(const uint32_t *matrix, size_t pitch, Proof *proof)
{
    const size_t word = ((size_t)blockIdx.x * THREADS + threadIdx.x) * 4;
    if (__ldcg(&proof->heaviest) >= Pair::INFINITE_DISTANCE) {
        return;
    }
    uint32_t longest = 0; /* of both halves */
#pragma unroll
    for (unsigned i = 0; i < COPIED_ROWS; i++) {
        if (word < pitch) {
            uint32_t paths[4];
            unpack(paths, *(const uint4 *)&matrix[((size_t)blockIdx.y * COPIED_ROWS + i) * pitch + word]);
            for (uint32_t path : paths) {
                longest = __vmaxu2(longest, path & __vcmpltu2(path, Pair::INFINITE_DISTANCE * 0x10001u));
            }
        }
    }
    take_greatest(max(longest & 0xffff, longest >> 16), &proof->longest);
}

/* *width: 16 or 32, the bits of the result, for the host to read later; or NULL. */
static __global__ void __launch_bounds__(THREADS)
    uncut(const uint16_t *matrix, size_t pitch, int32_t *distance, size_t n, const Proof *proof,
          uint32_t *width)
{
    const bool exact = is_exact(proof);
    const size_t column = (size_t)blockIdx.x * THREADS + threadIdx.x;
    if (width != NULL && blockIdx.x == 0 && blockIdx.y == 0 && threadIdx.x == 0) {
        *width = exact ? 16 : 32;
    }
    if (!exact || column >= n) {
        return;
    }
#pragma unroll
    for (unsigned i = 0; i < COPIED_ROWS; i++) {
        const size_t row = (size_t)blockIdx.y * COPIED_ROWS + i;
        if (row < n) {
            const uint16_t path = matrix[row * 2 * pitch + column];
            distance[row * n + column] = path < Pair::INFINITE_DISTANCE ? path : GRAPH_UNREACHABLE;
        }
    }
}

/* ---- 32 bits, in one launch ---- */

static_assert((unsigned)WideTile::THREADS == PIVOT_THREADS && (unsigned)WideTile::WORDS == PIVOTS,
              "all work items are for the same threads, and a tile is a block");

/* More thread blocks than any GPU holds at once; those without room start when all is done. */
enum : unsigned { WORKERS = 512 };

typedef struct AllRounds {
    Round round; /* any: its number and depth are set by the kernel */
    size_t n;
    unsigned blocks;
    int32_t *distance; /* where the matrix is a copy of it, else NULL */
    Proof *proof;
} AllRounds;

/* The `index`-th of a phase, which may begin when `before` work items are done. */
typedef enum Phase { PHASE_FILL, PHASE_PIVOT, PHASE_PANEL, PHASE_TRAILING, PHASE_RETURN, PHASE_END } Phase;
typedef struct WorkItem {
    Phase phase;
    unsigned round, index;
    Count before;
} WorkItem;

static __device__ WorkItem item_of(Count taken, unsigned blocks, bool is_copied)
{
    const Count others = blocks - 1, pivot = blocks, panel = pivot + others, round = panel + others * blocks,
                fill = is_copied ? blocks : 0, end = fill + blocks * round;
    if (taken < fill) {
        return WorkItem{PHASE_FILL, 0, (unsigned)taken, 0};
    }
    if (taken >= end + fill) {
        return WorkItem{PHASE_END, 0, 0, 0};
    }
    if (taken >= end) {
        return WorkItem{PHASE_RETURN, 0, (unsigned)(taken - end), end};
    }
    const Count number = (taken - fill) / round, within = (taken - fill) % round, begin = taken - within;
    if (within < pivot) {
        return WorkItem{PHASE_PIVOT, (unsigned)number, (unsigned)within, begin};
    }
    if (within < panel) {
        return WorkItem{PHASE_PANEL, (unsigned)number, (unsigned)(within - pivot), begin + pivot};
    }
    return WorkItem{PHASE_TRAILING, (unsigned)number, (unsigned)(within - panel), begin + panel};
}

/* The i-th of the blocks that are not the round's own. */
static __device__ unsigned other_block(unsigned i, unsigned round)
{
    return i < round ? i : i + 1;
}

/* A block row of the copy from the task's matrix, or back. */
static __device__ void copy_rows(const AllRounds *all, unsigned block_row, bool back)
{
    const size_t n = all->n, pitch = all->round.pitch;
    for (size_t row = (size_t)block_row * PIVOTS; row < (size_t)(block_row + 1) * PIVOTS; row++) {
        for (size_t column = threadIdx.x; column < pitch; column += PIVOT_THREADS) {
            const bool is_known = row < n && column < n;
            if (back && is_known) {
                all->distance[row * n + column] = (int32_t)__ldcg(&all->round.matrix[row * pitch + column]);
            } else if (!back) {
                all->round.matrix[row * pitch + column] = is_known ? (uint32_t)all->distance[row * n + column]
                                                          : row == column
                                                              ? 0
                                                              : (uint32_t)Single::INFINITE_DISTANCE;
            }
        }
    }
}

static __device__ void do_item(const AllRounds *all, const WorkItem *item, PivotLines<Single> &lines,
                               uint32_t *shared)
{
    Round round = all->round;
    round.round = item->round;
    round.depth = (unsigned)min((size_t)PIVOTS, all->n - (size_t)item->round * PIVOTS);
    if (item->phase == PHASE_TRAILING) {
        trailing_tile<WideTile>(round, other_block(item->index / all->blocks, round.round),
                                (size_t)(item->index % all->blocks) * PIVOTS, shared);
    } else if (item->phase == PHASE_PANEL) {
        block_row_tile<WideTile>(round, round.round, (size_t)other_block(item->index, round.round) * PIVOTS,
                                 shared);
    } else if (item->phase == PHASE_PIVOT && item->index == 0) {
        close_pivot<Single>(round, round.round, lines);
    } else if (item->phase == PHASE_PIVOT) {
        transpose_block<Single>(round, other_block(item->index - 1, round.round));
    } else {
        copy_rows(all, item->index, item->phase == PHASE_RETURN);
    }
}

static __global__ void __launch_bounds__(WideTile::THREADS, WideTile::RESIDENT) all_rounds(AllRounds all)
{
    extern __shared__ uint4 shared[];
    __shared__ PivotLines<Single> lines;
    __shared__ WorkItem item;
    if (is_exact(all.proof)) {
        return;
    }
    for (;;) {
        if (threadIdx.x == 0) {
            item = item_of(atomicAdd(&all.proof->taken, (Count)1), all.blocks, all.distance != NULL);
            while (*(volatile Count *)&all.proof->done < item.before) {
#if __CUDA_ARCH__ >= 700 /* a thread of an older GPU polls without a pause */
                __nanosleep(100);
#endif
            }
            __threadfence();
        }
        __syncthreads();
        if (item.phase == PHASE_END) {
            return;
        }
        do_item(&all, &item, lines, (uint32_t *)shared);
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(&all.proof->done, (Count)1);
        }
    }
}

/* ---- the task ---- */

/* Its workspace: the proof, then the padded matrix of one kind or, later, of the other. */
enum { PROOF_BYTES = 64 };
static_assert(sizeof(Proof) <= PROOF_BYTES, "the proof has its place");

static PaddedMatrix packed_matrix(size_t n)
{
    const unsigned tile_words = PackedPlan::TrailingTile::WORDS, block_words = Pair::WORDS;
    return padded_of<Pair>(n, tile_words > block_words ? tile_words : block_words);
}

static size_t workspace(const Point *point)
{
    const PaddedMatrix packed = packed_matrix(point->n), whole = padded_of_task(point->n);
    const size_t packed_bytes = size_add(padded_panel_bytes(&packed), padded_matrix_bytes(&packed)),
                 whole_bytes = padded_task_bytes(&whole);
    return size_add(PROOF_BYTES, packed_bytes > whole_bytes ? packed_bytes : whole_bytes);
}

/* The width of the last task's distances, in host memory that the GPU writes to. */
static struct {
    uint32_t *bits;
    unsigned tasks; /* open */
} width_of_last;

static int run_packed(const Task *task, Proof *proof)
{
    size_t n = task->point->n;
    PaddedMatrix padded = packed_matrix(n);
    padded.heaviest = &proof->heaviest;
    padded.matrix = (uint32_t *)padded_place_panels(&padded, (char *)task->workspace + PROOF_BYTES);

    const unsigned down = (unsigned)(padded_height(&padded) / COPIED_ROWS);
    LaunchShape shape = {.grid = {gpu_blocks(padded.pitch, THREADS), down, 1}, .block = {THREADS, 1, 1}};
    shape.global_accesses = (double)n * n + 2.0 * padded.pitch * padded_height(&padded);
    if (GPU_LAUNCH(task, shape, cut, task->out, n, padded.matrix, padded.pitch, proof) != 0 ||
        (n < PACKED_HALVED_FROM ? look_ahead_rounds<SmallPackedPlan>(task, &padded)
                                : look_ahead_rounds<PackedPlan>(task, &padded)) != 0) {
        return -1;
    }
    shape.grid[0] = gpu_blocks(padded.pitch, 4 * THREADS);
    shape.global_accesses = 2.0 * padded.pitch * padded_height(&padded);
    if (GPU_LAUNCH(task, shape, prove, padded.matrix, padded.pitch, proof) != 0) {
        return -1;
    }
    shape.grid[0] = gpu_blocks(n, THREADS);
    shape.global_accesses = 2.0 * n * n;
    uint32_t *bits = gpu_is_recording() ? NULL : width_of_last.bits;
    return GPU_LAUNCH(task, shape, uncut, (const uint16_t *)padded.matrix, padded.pitch, task->out, n, proof,
                      bits);
}

/* Of the 16-bit attempt only the proof is needed. */
static int run_whole(const Task *task, Proof *proof)
{
    PaddedMatrix padded = padded_of_task(task->point->n);
    padded_place_task(&padded, task, (char *)task->workspace + PROOF_BYTES);
    AllRounds all = {.round = round_of(&padded, 0), .n = padded.n, .blocks = padded.blocks};
    all.distance = padded_is_in_place(&padded) ? NULL : (int32_t *)task->out;
    all.proof = proof;
    LaunchShape shape = {.grid = {WORKERS, 1, 1}, .block = {WideTile::THREADS, 1, 1}};
    shape.dynamic_shared_bytes = WideTile::SHARED_BYTES;
    return GPU_LAUNCH(task, shape, all_rounds, all);
}

static int run(const Task *task)
{
    Proof *proof = (Proof *)task->workspace;
    if (!gpu_is_recording() &&
        GPU_CHECK(task, cudaMemsetAsync(proof, 0, PROOF_BYTES, (cudaStream_t)task->stream)) != 0) {
        return -1;
    }
    return run_packed(task, proof) != 0 ? -1 : run_whole(task, proof);
}

/* With the small plan the driver chooses again: both plans have the same kernels of pivot blocks. */
static int divide(const Task *task)
{
    return task->point->n < PACKED_HALVED_FROM
               ? look_ahead_divide<SmallPackedPlan>(task, cudaSharedmemCarveoutDefault)
               : look_ahead_divide<PackedPlan>(task, DIVIDED_AT);
}

static void release_width(void)
{
    if (width_of_last.tasks == 0) {
        (void)cudaFreeHost(width_of_last.bits);
        width_of_last.bits = NULL;
    }
}

static int open_task(Task *task)
{
    uint32_t **bits = &width_of_last.bits;
    if (divide(task) != 0 || (*bits == NULL && GPU_CHECK(task, cudaHostAlloc((void **)bits, sizeof **bits,
                                                                             cudaHostAllocMapped)) != 0)) {
        return -1;
    }
    if (look_ahead_open(task) != 0) {
        release_width();
        return -1;
    }
    if (width_of_last.tasks++ == 0) {
        **bits = 0;
    }
    return 0;
}

static void close_task(Task *task)
{
    look_ahead_close(task);
    width_of_last.tasks--;
    release_width();
}

static void describe(const Point *, char *text, size_t size)
{
    const uint32_t bits = width_of_last.bits == NULL ? 0 : *(volatile uint32_t *)width_of_last.bits;
    snprintf(text, size, "%s",
             bits == 16   ? "16 bits"
             : bits == 32 ? "32 bits, as 16 are not proved to suffice"
                          : "");
}

extern "C" const Variant variant_gpu_apsp_int16;
const Variant variant_gpu_apsp_int16 = {
    .workload = "apsp",
    .name = "gpu/int16",
    .idea = "distances of 16 bits, two in a word, where the result proves that they suffice",
    .source = "NVIDIA, CUDA C++ Programming Guide, Dynamic Programming eXtension",
    .after = "gpu/overlapped_phases",
    .types = INT32,
    .instructions = INSTRUCTIONS_PACKED,
    .missing = rounds_missing,
    .accepts = rounds_accepts,
    .workspace = workspace,
    .describe = describe,
    .open = open_task,
    .close = close_task,
    .run = run,
};
