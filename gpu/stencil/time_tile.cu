/* Several steps of the stencil a launch: a block advances a tile of the grid in registers.
 *
 * naive reads and writes the grid once a step. Here a block reads a tile, takes it through PASS steps and
 * writes it once. What lies outside of the tile is not known, so with each step the cells that are right end
 * one cell further inside: tiles overlap by PASS cells on each side, which are computed twice.
 *
 *     a lane holds a piece of DOWN rows x ACROSS columns, a warp 32 pieces side by side,
 *     a block WARPS of them, one below the other
 *     the cells beside a piece come from the lanes beside (shuffles), those above and below from the warps
 *         above and below, through two rows of shared memory a warp
 *
 * A row is replaced in place: of the row above only the old values are kept, in registers.
 *
 * Gain on an H200: 6.6 times as fast as naive in float32 at n 8192, 3.0 in float64; at n 1024 2.8 and 2.0.
 * Bound: memory bandwidth, 2 passes in place of 10; then the instructions, of which a fifth is for the
 * overlap.
 * Limits: none. Any m and n.
 * Source: Meng and Skadron, "Performance modeling and automatic ghost zone optimization for iterative stencil
 * loops on GPUs", 2009 (overlapping tiles). */
#include "common/workloads/stencil.h"
#include "gpu/grid.h"
#include "gpu/launch.h"

enum { LANES = 32, ACROSS = 4, WIDTH = LANES * ACROSS };
enum { PASS = 5, HALO = 8 }; /* steps; columns on either side, of whole pieces */
static_assert(STENCIL_STEPS == 2 * PASS && HALO >= PASS && HALO % ACROSS == 0, "not two passes");

/* Of Element: rows of a piece, warps of a block, and the columns and rows of a tile that are right. */
template <typename Element> struct Shape {
    static constexpr int DOWN = sizeof(Element) == 4 ? 16 : 8, WARPS = 8, THREADS = WARPS * LANES;
    static constexpr int HEIGHT = WARPS * DOWN, ROWS = HEIGHT - 2 * PASS, COLUMNS = WIDTH - 2 * HALO;
};

template <typename Element> struct alignas(ACROSS * sizeof(Element)) Four {
    Element item[ACROSS];
};

/* The first and the last row of each warp. */
template <typename Element> using WarpEdges = Four<Element>[Shape<Element>::WARPS][2][LANES];

/* A row of a piece, zeros outside of the grid. By a vector if all rows begin at a multiple of four cells. */
template <typename Element>
static __device__ __forceinline__ void read_row(Element (&to)[ACROSS], const Element *__restrict__ from,
                                                int row, int column, int m, int n)
{
    const Element *at = from + (ptrdiff_t)row * n + column;
    if (row >= 0 && row < m && column >= 0 && column + ACROSS <= n && n % ACROSS == 0) {
        const Four<Element> four = *(const Four<Element> *)at;
#pragma unroll
        for (int j = 0; j < ACROSS; j++) {
            to[j] = four.item[j];
        }
        return;
    }
#pragma unroll
    for (int j = 0; j < ACROSS; j++) {
        const bool inside = row >= 0 && row < m && column + j >= 0 && column + j < n;
        to[j] = inside ? at[j] : Element(0);
    }
}

/* Replaces a row by the next step's. `above`: the row's old value above it, afterwards its own. EDGE: cells
 * at the edge of the grid keep their values. */
template <bool EDGE, typename Element>
static __device__ __forceinline__ void step_row(Element (&cell)[ACROSS], Element (&above)[ACROSS],
                                                const Element (&below)[ACROSS], int row, int column, int m,
                                                int n)
{
    const Element left = __shfl_up_sync(~0u, cell[ACROSS - 1], 1);
    const Element right = __shfl_down_sync(~0u, cell[0], 1);
    Element old[ACROSS];
#pragma unroll
    for (int j = 0; j < ACROSS; j++) {
        old[j] = cell[j];
    }
#pragma unroll
    for (int j = 0; j < ACROSS; j++) {
        const Element from[] = {above[j], j > 0 ? old[j - 1] : left, old[j],
                                j + 1 < ACROSS ? old[j + 1] : right, below[j]};
        const Element next = STENCIL_CELL(from, 2, 2);
        const bool stays = EDGE && (row <= 0 || row >= m - 1 || column + j <= 0 || column + j >= n - 1);
        cell[j] = stays ? old[j] : next;
        above[j] = old[j];
    }
}

/* PASS steps of the tile whose first cell, in the overlap, is at row and column. */
template <bool EDGE, typename Element>
static __device__ __forceinline__ void advance(Element (&cell)[Shape<Element>::DOWN][ACROSS],
                                               WarpEdges<Element> (&edges)[2], int row, int column, int m,
                                               int n)
{
    typedef Shape<Element> S;
    const int warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
    for (int step = 0; step < PASS; step++) {
        WarpEdges<Element> &edge = edges[step % 2];
        Element above[ACROSS], below[ACROSS];
#pragma unroll
        for (int j = 0; j < ACROSS; j++) {
            edge[warp][0][lane].item[j] = cell[0][j];
            edge[warp][1][lane].item[j] = cell[S::DOWN - 1][j];
        }
        __syncthreads();
        const Four<Element> up = edge[warp > 0 ? warp - 1 : 0][1][lane],
                            down = edge[warp + 1 < S::WARPS ? warp + 1 : warp][0][lane];
#pragma unroll
        for (int j = 0; j < ACROSS; j++) {
            above[j] = up.item[j];
            below[j] = down.item[j];
        }
#pragma unroll
        for (int i = 0; i < S::DOWN; i++) {
            step_row<EDGE>(cell[i], above, i + 1 < S::DOWN ? cell[i + 1] : below, row + i, column, m, n);
        }
    }
}

/* from, to: m x n, row-major. */
template <typename Element>
static __global__ void __launch_bounds__(Shape<Element>::THREADS)
    pass(const Element *__restrict__ from, Element *__restrict__ to, int m, int n)
{
    typedef Shape<Element> S;
    __shared__ WarpEdges<Element> edges[2]; /* of this step, and of the one before, which may still be read */
    const int down = threadIdx.x / LANES * S::DOWN, across = threadIdx.x % LANES * ACROSS;
    const int column = (int)blockIdx.x * S::COLUMNS - HALO + across;
    for (int first = (int)blockIdx.y * S::ROWS; first < m; first += (int)gridDim.y * S::ROWS) {
        const int row = first - PASS + down;
        Element cell[S::DOWN][ACROSS];
#pragma unroll
        for (int i = 0; i < S::DOWN; i++) {
            read_row(cell[i], from, row + i, column, m, n);
        }
        const int left = (int)blockIdx.x * S::COLUMNS - HALO;
        if (first > PASS && first - PASS + S::HEIGHT < m && left > 0 && left + WIDTH < n) {
            advance<false>(cell, edges, row, column, m, n);
        } else {
            advance<true>(cell, edges, row, column, m, n);
        }
        const bool mine = across >= HALO && across < WIDTH - HALO;
#pragma unroll
        for (int i = 0; i < S::DOWN; i++) {
            if (!mine || down + i < PASS || down + i >= S::HEIGHT - PASS || row + i >= m) {
                continue;
            }
            Element *at = to + (size_t)(row + i) * n + column;
            if (n % ACROSS == 0 && column < n) {
                *(Four<Element> *)at = {{cell[i][0], cell[i][1], cell[i][2], cell[i][3]}};
                continue;
            }
#pragma unroll
            for (int j = 0; j < ACROSS; j++) {
                if (column + j < n) {
                    at[j] = cell[i][j];
                }
            }
        }
        __syncthreads(); /* before the next tile writes rows that are still read */
    }
}

template <typename Element> static int launch(const Task *task)
{
    typedef Shape<Element> S;
    int m = (int)task->point->m, n = (int)task->point->n; /* far below 2^31: the grid is in memory */
    LaunchShape shape = {.grid = {gpu_blocks(n, S::COLUMNS), gpu_blocks_y(m, S::ROWS), 1},
                         .block = {S::THREADS, 1, 1}};
    shape.global_accesses = (double)m * n + (double)shape.grid[0] * WIDTH * shape.grid[1] * S::HEIGHT;
    if (GPU_LAUNCH(task, shape, pass<Element>, task->a, task->workspace, m, n) != 0) {
        return -1;
    }
    return GPU_LAUNCH(task, shape, pass<Element>, task->workspace, task->out, m, n);
}

static int run(const Task *task)
{
    return task->point->type == TYPE_FLOAT64 ? launch<double>(task) : launch<float>(task);
}

extern "C" const Variant variant_gpu_stencil_time_tile;
const Variant variant_gpu_stencil_time_tile = {
    .workload = "stencil",
    .name = "gpu/time_tile",
    .idea = "five steps a launch: a block advances overlapping tiles in registers",
    .source = "Meng and Skadron 2009",
    .after = "gpu/naive",
    .types = FLOAT32 | FLOAT64,
    .workspace = stencil_workspace,
    .run = run,
};
