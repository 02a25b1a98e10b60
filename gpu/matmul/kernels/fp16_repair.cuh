/* Results of rows and columns that hold NaN or infinity, which cannot be split: computed again, one by one,
 * by plain multiply-adds. This is right, but slow where there are many. */
#pragma once

#include "gpu/matmul/kernels/fp16_split.cuh"

enum { REPAIR_SIDE = 128 }; /* of the tile of results that a block checks */

/* The last launch. Where nothing is marked, which is nearly always, a block reads its marks and ends. */
template <typename Layout>
static __global__ void __launch_bounds__(SPLIT_THREADS)
    repair(const float *__restrict__ a, const float *__restrict__ b, Fp16Operands operands,
           float *__restrict__ out, Layout layout)
{
    const unsigned n = layout.n;
    __shared__ bool row_marked[REPAIR_SIDE], column_marked[REPAIR_SIDE];
    const unsigned tiles = (layout.columns() + REPAIR_SIDE - 1) / REPAIR_SIDE;
    const unsigned top = blockIdx.x / tiles * REPAIR_SIDE, left = blockIdx.x % tiles * REPAIR_SIDE;
    const unsigned i = threadIdx.x % REPAIR_SIDE;
    bool marked;
    if (threadIdx.x < REPAIR_SIDE) {
        marked = row_marked[i] = operands.a_exponent[top + i] == NOT_FINITE;
    } else {
        marked = column_marked[i] = operands.b_exponent[left + i] == NOT_FINITE;
    }
    if (!__syncthreads_or(marked)) {
        return;
    }
    for (unsigned cell = threadIdx.x; cell < REPAIR_SIDE * REPAIR_SIDE; cell += SPLIT_THREADS) {
        const unsigned y = cell / REPAIR_SIDE, x = cell % REPAIR_SIDE;
        const unsigned row = top + y, column = left + x;
        if (row < layout.rows() && column < layout.columns() && (row_marked[y] || column_marked[x])) {
            float sum = 0;
            for (unsigned k = 0; k < n; k++) {
                sum += a[(size_t)row * n + k] * b[(size_t)k * layout.pitch() + column];
            }
            out[(size_t)row * layout.pitch() + column] = sum;
        }
    }
}

static_assert(SPLIT_THREADS == 2 * REPAIR_SIDE, "half the threads read marks of rows, half of columns");
static_assert(LINES_STEP % REPAIR_SIDE == 0, "marks are there for whole tiles");

template <typename Layout>
static inline int launch_repair(const Task *task, Fp16Operands operands, Layout layout)
{
    const void *a = task->a, *b = task->b;
    void *out = task->out;
    const unsigned tiles = gpu_blocks(layout.rows(), REPAIR_SIDE) * gpu_blocks(layout.columns(), REPAIR_SIDE);
    LaunchShape shape = {.grid = {tiles, 1, 1}, .block = {SPLIT_THREADS, 1, 1}};
    shape.global_accesses = 2.0 * REPAIR_SIDE * tiles;
    void *arguments[] = {&a, &b, &operands, &out, &layout};
    return GPU_LAUNCH(task, repair<Layout>, &shape, arguments);
}
