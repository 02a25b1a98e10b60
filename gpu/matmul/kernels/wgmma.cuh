/* The product of split operands by wgmma: tensor cores of Hopper (sm_90a).
 *
 * Hopper's tensor cores reach their full rate by the instruction of a warpgroup, 128 threads: 64 x 64 sums in
 * registers, B read from shared memory by a descriptor, asynchronously.
 *
 * A block has three warpgroups. One thread of the last copies slices; each of the other two computes 64 of
 * the block's 128 rows and all its PARTS x 64 columns. The copying warpgroup gives its registers to the
 * others.
 *
 * Stages form a ring in shared memory. The copying thread starts two contiguous copies of a slice of A and B
 * by cp.async.bulk, and the barrier `full` of the stage counts their bytes; threads that have read it arrive
 * at its barrier `empty`.
 *
 * Clusters have two blocks, one above the other: they need the same columns of B, so each copies one half to
 * both (multicast). A stage is empty when both blocks have read it.
 *
 * A comes from shared memory once a slice, through ldmatrix into registers, and not by a descriptor for each
 * instruction: reading 64 x 32 bytes of A again with every instruction takes a third of the bandwidth of
 * shared memory.
 *
 * Promotion. The tensor core adds a batch of products to `part`, which is then added to `total`. Both must be
 * in registers, so the columns are computed in PARTS, and there are two buffers for a `part`: one is
 * multiplied while the other is promoted.
 *
 * Pace. Clusters drift apart, as some are nearer to a part of the second-level cache. Then those that compute
 * a near square of tiles no longer copy the same slices at the same time, and each slice is read from memory
 * many times. So a copying thread that is an epoch ahead of the last cluster waits. This is only a hint: a
 * thread that has waited for 0.1 ms waits no more, and results do not depend on it.
 *
 * Blocks are persistent: each computes one tile after the other, so that slices of the next tile are copied
 * while results of the last are written.
 *
 * Kind defines what is multiplied and how it is added (wgmma_fp16.cu, wgmma_int8_limbs.cu):
 *
 *     Kind::Sum                 of the tensor core: float or uint32_t
 *     Kind::Total               of such sums
 *     Kind::Result              where results are written: row_of, store_pair
 *     Kind::BATCHES             of instructions for a part of a slice
 *     Kind::issue<BATCH>        enqueues one; products without promotion may be added to the totals, which no
 *                               other code touches until the batch has ended
 *     Kind::promote<BATCH>      adds the sums of a batch to a total
 *     Kind::value               of a total
 *
 * Source: NVIDIA, PTX ISA, wgmma, mbarrier, cp.async.bulk, setmaxnreg; NVIDIA, CUTLASS (roles of warpgroups);
 * DeepSeek, DeepGEMM (promotion). */
#pragma once

#include <cuda_runtime.h>

#include "gpu/capability.h"
#include "gpu/launch.h"
#include "gpu/matmul/kernels/hopper.cuh"

enum {
    COLUMNS = 64, /* of an instruction */
    SUMS = 32,    /* of them in a thread */
    BUFFERS = 2,  /* of such sums */
    EPOCH = 16,   /* slices; copying threads count those that they have begun */
    POLLS = 500,  /* of a counter, about 200 ns each */
};

/* The shape of a tile. */
template <int PARTS_, int RING_> struct Tile {
    static constexpr int PARTS = PARTS_; /* of COLUMNS columns */
    static constexpr int RING = RING_;   /* stages */
    static constexpr int WIDTH = COLUMNS * PARTS;
    static constexpr int B_PIECE = WIDTH * LINE_BYTES;
    static constexpr int SHARE = B_PIECE / CLUSTER; /* that each block of a cluster copies */
    static constexpr int STAGE = A_PIECE + B_PIECE;
    /* Pieces must begin at a multiple of 1024 bytes, as the descriptor's swizzle depends on addresses. */
    static constexpr int SHARED = RING * STAGE + 1024;
    static_assert(LINES_STEP % WIDTH == 0 && LINES_STEP % (CLUSTER * TILE_ROWS) == 0, "tiles are filled up");
};

typedef Tile<4, 4> WideTile;   /* 128 x 256 */
typedef Tile<2, 6> NarrowTile; /* 128 x 128 */

/* ---- copies ---- */

static __device__ __forceinline__ void copy_piece(unsigned to, const void *from, unsigned bytes,
                                                  unsigned barrier)
{
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
        "l"(from), "r"(bytes), "r"(barrier)
        : "memory");
}

/* To the same address in all blocks in `mask`, whose barriers count the bytes. */
static __device__ __forceinline__ void copy_to_all(unsigned to, const void *from, unsigned bytes,
                                                   unsigned barrier, uint16_t mask)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
                 "[%0], [%1], %2, [%3], %4;" ::"r"(to),
                 "l"(from), "r"(bytes), "r"(barrier), "h"(mask)
                 : "memory");
}

/* ---- the instruction of a warpgroup ---- */

/* Prevents the compiler from moving uses of a sum across this point. */
static __device__ __forceinline__ void hold(float (&sum)[SUMS])
{
#pragma unroll
    for (int i = 0; i < SUMS; i++) {
        asm volatile("" : "+f"(sum[i])::"memory");
    }
}

static __device__ __forceinline__ void hold(uint32_t (&sum)[SUMS])
{
#pragma unroll
    for (int i = 0; i < SUMS; i++) {
        asm volatile("" : "+r"(sum[i])::"memory");
    }
}

/* d = a b, or d += a b if `add`: 64 x 64 sums, 32 bytes of k. a: the fragment as ldmatrix gives it; b: a
 * descriptor. The sums are registers %0 to %31 of the assembler, a %32 to %35, b %36, add %37. */
#define WGMMA(type, as, d, a, b, add, scales)                                                                \
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %37, 0;\n"                                                \
                 "wgmma.mma_async.sync.aligned.m64n64" type " {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, "     \
                 "%10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, "     \
                 "%27, %28, %29, %30, %31}, {%32, %33, %34, %35}, %36, p" scales ";\n}"                      \
                 : WGMMA_8(as, d, 0), WGMMA_8(as, d, 8), WGMMA_8(as, d, 16), WGMMA_8(as, d, 24)              \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add))

/* 16 float16 of k. */
static __device__ __forceinline__ void wgmma(float (&d)[SUMS], const uint32_t (&a)[4], uint64_t b, int add)
{
    WGMMA("k16.f32.f16.f16", "+f", d, a, b, add, ", 1, 1, 0");
}

/* 32 bytes of k, modulo 2^32. */
static __device__ __forceinline__ void wgmma(uint32_t (&d)[SUMS], const uint32_t (&a)[4], uint64_t b, int add)
{
    WGMMA("k32.s32.u8.u8", "+r", d, a, b, add, "");
}

/* ---- the kernel ---- */

/* Waits until all clusters have begun the epoch before `epoch`. False if one of them has not for a long time:
 * it may not even run yet. Counters are used in turn, as no cluster that waits is two epochs ahead. */
static __device__ __forceinline__ bool keeps_pace(const unsigned *begun, unsigned epoch, unsigned clusters)
{
    const unsigned before = epoch - 1;
    for (unsigned i = 0; i < POLLS; i++) {
        if (*(const volatile unsigned *)&begun[before % EPOCHS] >= clusters * (before / EPOCHS + 1)) {
            return true;
        }
        __nanosleep(200);
    }
    return false;
}

/* One thread: copies all slices of all tiles of the block. begun: EPOCHS zeros; NULL: no pace. */
template <typename T>
static __device__ __forceinline__ void fetch_tiles(const unsigned char *__restrict__ a,
                                                   const unsigned char *__restrict__ b, unsigned *begun,
                                                   SliceLayout layout, Ring ring)
{
    const unsigned rank = cluster_rank();
    const unsigned rows = layout.row_lines / (CLUSTER * TILE_ROWS);
    const unsigned columns = (layout.columns + T::WIDTH - 1) / T::WIDTH;
    const unsigned clusters = gridDim.x / CLUSTER;
    const bool counts = begun != NULL && rank == 0;
    bool waits = counts;
    unsigned epoch = 0;
    Place place = {0, 0};
    for (unsigned tile = blockIdx.x / CLUSTER; tile < rows * columns; tile += clusters) {
        unsigned y, x;
        tile_of(tile, rows, columns, &y, &x);
        const unsigned row = (y * CLUSTER + rank) * TILE_ROWS;
        const unsigned column = x * T::WIDTH + rank * (T::WIDTH / CLUSTER);
        for (unsigned slice = 0; slice < layout.slices; slice++) {
            const unsigned to = ring.stages + place.stage * T::STAGE, full = ring.full + place.stage * 8;
            if (counts && slice % EPOCH == 0) {
                waits = waits && (epoch == 0 || keeps_pace(begun, epoch, clusters));
                atomicAdd(&begun[epoch++ % EPOCHS], 1);
            }
            barrier_wait(ring.empty + place.stage * 8,
                         place.parity ^ 1); /* returns at once in the first round */
            barrier_expect(full, T::STAGE);
            copy_piece(to, a + line_offset(slice, row, layout.row_lines), A_PIECE, full);
            const unsigned char *share = b + line_offset(slice, column, layout.column_lines);
            copy_to_all(to + A_PIECE + rank * T::SHARE, share, T::SHARE, full, (1u << CLUSTER) - 1);
            advance<T::RING>(&place);
        }
    }
    if (counts) { /* others do not wait for a cluster that has ended */
        const unsigned most = (rows * columns + clusters - 1) / clusters;
        const unsigned epochs = most * ((layout.slices + EPOCH - 1) / EPOCH);
        for (; epoch < epochs; epoch++) {
            atomicAdd(&begun[epoch % EPOCHS], 1);
        }
    }
}

/* The fragments of a warpgroup's 64 rows of a slice. Each warp has 16 of them. */
static __device__ __forceinline__ void load_rows(uint32_t (&a)[GROUPS][4], unsigned piece, unsigned line)
{
    const unsigned lane = threadIdx.x % 32;
#pragma unroll
    for (unsigned group = 0; group < GROUPS; group++) {
        load_matrices(a[group], piece + chunk_offset(line + lane % 16, 2 * group + lane / 16));
    }
}

/* Enqueues batch STEP % BATCHES for part STEP / BATCHES of the columns. */
template <typename Kind, typename T, int STEP>
static __device__ __forceinline__ void enqueue(typename Kind::Total (&total)[T::PARTS][SUMS],
                                               typename Kind::Sum (&part)[BUFFERS][SUMS],
                                               const uint32_t (&a)[GROUPS][4], uint64_t b)
{
    hold(part[STEP % BUFFERS]);
    wgmma_fence();
    Kind::template issue<STEP % Kind::BATCHES>(total[STEP / Kind::BATCHES], part[STEP % BUFFERS], a,
                                               further(b, STEP / Kind::BATCHES * COLUMNS * LINE_BYTES));
    wgmma_commit();
}

/* Waits until all batches but the last LATER have ended and adds what STEP gave. */
template <typename Kind, typename T, int STEP, int LATER>
static __device__ __forceinline__ void promote(typename Kind::Total (&total)[T::PARTS][SUMS],
                                               typename Kind::Sum (&part)[BUFFERS][SUMS])
{
    hold(part[STEP % BUFFERS]);
    wgmma_wait<LATER>();
    hold(part[STEP % BUFFERS]);
#pragma unroll
    for (int i = 0; i < SUMS; i++) {
        Kind::template promote<STEP % Kind::BATCHES>(&total[STEP / Kind::BATCHES][i],
                                                     part[STEP % BUFFERS][i]);
    }
}

/* All batches of all parts of a slice from STEP on. The next is enqueued before the last is promoted. */
template <typename Kind, typename T, int STEP = 0, bool MORE = true> struct Steps {
    static constexpr bool LAST = STEP + 1 == T::PARTS * Kind::BATCHES;

    static __device__ __forceinline__ void multiply(typename Kind::Total (&total)[T::PARTS][SUMS],
                                                    typename Kind::Sum (&part)[BUFFERS][SUMS],
                                                    const uint32_t (&a)[GROUPS][4], uint64_t b)
    {
        enqueue<Kind, T, STEP>(total, part, a, b);
        if (STEP > 0) {
            promote<Kind, T, (STEP > 0 ? STEP - 1 : 0), 1>(total, part);
        }
        if (LAST) {
            promote<Kind, T, STEP, 0>(total, part);
        }
        Steps<Kind, T, STEP + 1, !LAST>::multiply(total, part, a, b);
    }
};

template <typename Kind, typename T, int STEP> struct Steps<Kind, T, STEP, false> {
    static __device__ __forceinline__ void multiply(typename Kind::Total (&)[T::PARTS][SUMS],
                                                    typename Kind::Sum (&)[BUFFERS][SUMS],
                                                    const uint32_t (&)[GROUPS][4], uint64_t)
    {
    }
};

/* A thread has two rows, eight apart, and of every eight columns two. */
template <typename Kind, typename T, bool EVEN>
static __device__ __forceinline__ void store_totals(const typename Kind::Total (&total)[T::PARTS][SUMS],
                                                    const typename Kind::Result &result, unsigned row,
                                                    unsigned column)
{
    const auto upper = row_of(result, row), lower = row_of(result, row + 8);
#pragma unroll
    for (int i = 0; i < T::PARTS; i++) {
#pragma unroll
        for (int j = 0; j < SUMS; j += 4) {
            const typename Kind::Total *four = &total[i][j];
            const unsigned at = column + i * COLUMNS + j * 2;
            store_pair<EVEN>(result, upper, at, Kind::value(four[0]), Kind::value(four[1]));
            store_pair<EVEN>(result, lower, at, Kind::value(four[2]), Kind::value(four[3]));
        }
    }
}

/* One warpgroup: computes its rows of all tiles of the block. */
template <typename Kind, typename T>
static __device__ __forceinline__ void compute_tiles(const typename Kind::Result &result, SliceLayout layout,
                                                     Ring ring)
{
    const unsigned rank = cluster_rank();
    const unsigned rows = layout.row_lines / (CLUSTER * TILE_ROWS);
    const unsigned columns = (layout.columns + T::WIDTH - 1) / T::WIDTH;
    const unsigned lane = threadIdx.x % 32;
    const unsigned line = threadIdx.x / 32 * 16; /* of the warp's rows in the tile */
    Place place = {0, 0};
    typename Kind::Sum part[BUFFERS][SUMS] = {};
    for (unsigned tile = blockIdx.x / CLUSTER; tile < rows * columns; tile += gridDim.x / CLUSTER) {
        typename Kind::Total total[T::PARTS][SUMS] = {};
        for (unsigned slice = 0; slice < layout.slices; slice++) {
            const unsigned stage = ring.stages + place.stage * T::STAGE;
            uint32_t a[GROUPS][4];
            barrier_wait(ring.full + place.stage * 8, place.parity);
            load_rows(a, stage, line);
            Steps<Kind, T>::multiply(total, part, a, descriptor(stage + A_PIECE));
            /* Its instructions have ended. An arrival releases the reads of its own thread only. */
            for (unsigned block = 0; block < CLUSTER; block++) {
                barrier_arrive(ring.empty + place.stage * 8, block);
            }
            advance<T::RING>(&place);
        }
        unsigned y, x;
        tile_of(tile, rows, columns, &y, &x);
        const unsigned row = (y * CLUSTER + rank) * TILE_ROWS + line + lane / 4;
        const unsigned column = x * T::WIDTH + lane % 4 * 2;
        if (layout.pitch % 2 == 0) {
            store_totals<Kind, T, true>(total, result, row, column);
        } else {
            store_totals<Kind, T, false>(total, result, row, column);
        }
    }
}

template <typename Kind, typename T>
static __device__ __forceinline__ void multiply_tiles(const unsigned char *__restrict__ a,
                                                      const unsigned char *__restrict__ b, unsigned *begun,
                                                      const typename Kind::Result &result, SliceLayout layout)
{
    extern __shared__ unsigned char shared[];
    __shared__ uint64_t barriers[2 * T::RING];
    const Ring ring = begin_ring<T::RING>(shared, barriers, CLUSTER * COMPUTING * GROUP_THREADS);
    if (threadIdx.x >= COMPUTING * GROUP_THREADS) {
        registers_give<FETCH_REGISTERS>();
        if (threadIdx.x == COMPUTING * GROUP_THREADS) {
            fetch_tiles<T>(a, b, begun, layout, ring);
        }
    } else {
        registers_take<COMPUTE_REGISTERS>();
        compute_tiles<Kind, T>(result, layout, ring);
    }
    __syncwarp();
    cluster_sync(); /* no block ends while another writes to it */
}

/* ---- the launch ---- */

template <typename T> static inline unsigned wgmma_tiles(SliceLayout layout)
{
    return layout.row_lines / TILE_ROWS * gpu_blocks(layout.columns, T::WIDTH);
}

/* A block for each multiprocessor, or for each tile if these are fewer. */
template <typename T> static inline LaunchShape wgmma_shape(const Task *task, SliceLayout layout)
{
    const unsigned tiles = wgmma_tiles<T>(layout), most = gpu_multiprocessors() / CLUSTER * CLUSTER;
    LaunchShape shape = {.grid = {tiles < most ? tiles : most, 1, 1}, .block = {WGMMA_THREADS, 1, 1}};
    shape.dynamic_shared_bytes = T::SHARED;
    shape.operations = gpu_task_work() * ((double)layout.rows * layout.columns /
                                          ((double)task->point->m * (double)task->point->n));
    shape.global_accesses =
        (double)tiles *
        ((TILE_ROWS + (double)T::WIDTH / CLUSTER) * layout.slices * SLICE + (double)TILE_ROWS * T::WIDTH);
    return shape;
}

/* Which tile ends sooner: rounds of blocks times the width of what one computes. The narrow one is a tenth
 * slower: its instructions read more for the same work. */
static inline bool wgmma_prefers_wide(SliceLayout layout)
{
    const unsigned wide = gpu_blocks(wgmma_tiles<WideTile>(layout), gpu_multiprocessors()),
                   narrow = gpu_blocks(wgmma_tiles<NarrowTile>(layout), gpu_multiprocessors());
    return wide * (double)WideTile::WIDTH <= 1.1 * narrow * NarrowTile::WIDTH;
}
