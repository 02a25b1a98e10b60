/* Stages with barriers in shared memory, and the tile shapes of mbarrier_pipeline, which later rungs use too.
 */
#pragma once

#include "gpu/matmul/kernels/barrier.cuh"
#include "gpu/matmul/kernels/tile.cuh"

/* Each warp waits for what it needs: one barrier of a stage completes when the copies of all threads into it
 * have arrived (cp.async arrives at the barrier itself), the other when all warps have read it. A stage is
 * filled again one slice after it was read, so that a warp may fall behind by a slice before others wait for
 * it. */
template <typename Shape> struct TilePipeline<Shape, true> {
    unsigned barriers;     /* address; of each stage two of 8 bytes, filled and read */
    unsigned place, round; /* that is read; how often all places were, modulo 2 */

    __device__ inline unsigned stage(void) const
    {
        return place * Shape::STAGE_WORDS;
    }

    __device__ inline void begin(void)
    {
        static __shared__ uint64_t memory[Shape::STAGES * 2];
        barriers = shared_address(memory);
        place = 0;
        round = 0;
        if (threadIdx.x == 0) {
#pragma unroll
            for (int i = 0; i < Shape::STAGES; i++) {
                barrier_begin(barriers + i * 16, Shape::THREADS);
                barrier_begin(barriers + i * 16 + 8, Shape::THREADS);
            }
        }
        __syncthreads();
    }

    /* This thread arrives when all its copies until now are there. */
    __device__ inline void filled(unsigned index)
    {
        barrier_copied(barriers + index * 16);
    }

    __device__ inline void first(void)
    {
        barrier_wait(barriers, 0);
    }

    /* A slice has been read; `left` are left. */
    template <typename Copies> __device__ inline void next(Copies &copies, unsigned base, unsigned left)
    {
        barrier_arrive(barriers + place * 16 + 8);
        const unsigned before = place == 0 ? Shape::STAGES - 1 : place - 1;
        if (left >= Shape::STAGES - 1) {
            barrier_wait(barriers + before * 16 + 8, place == 0 ? round ^ 1 : round);
            copies.template copy<false>(base + before * (Shape::STAGE_WORDS * 4));
            filled(before);
        }
        place = place == Shape::STAGES - 1 ? 0 : place + 1;
        round ^= place == 0;
        barrier_wait(barriers + place * 16, round);
    }

    __device__ inline void end(void)
    {
        __syncthreads(); /* all threads have read the stages and passed the barriers */
        if (threadIdx.x == 0) {
#pragma unroll
            for (int i = 0; i < Shape::STAGES * 2; i++) {
                barrier_end(barriers + i * 8);
            }
        }
    }
};

/* As in stream_k, with other slices and stages; more stages were not faster. */
template <typename Element, int WIDTH> struct MbarrierShapes {
    typedef TileShape<128, 128, 16, 5, 1, true> Large;
    typedef TileShape<128, 64, WIDTH == 4 ? 64 : 32, 4, 4, true> Small;
};
template <> struct MbarrierShapes<float, 4> {
    typedef TileShape<128, 256, 32, 3, 1, true> Large;
    typedef TileShape<128, 64, 32, 5, 4, true> Small;
};
template <> struct MbarrierShapes<float, 1> {
    typedef TileShape<128, 256, 16, 6, 1, true> Large;
    typedef TileShape<128, 64, 32, 4, 4, true> Small;
};
