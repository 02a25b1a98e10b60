/* The blocks of products by wgmma, tensor cores of Hopper: who does what, stages in shared memory, and what
 * an instruction reads there. */
#pragma once

#include "gpu/matmul/kernels/instructions.cuh"
#include "gpu/matmul/kernels/operand_split.cuh"

enum {
    GROUP_THREADS = 128, /* of a warpgroup */
    GROUP_ROWS = 64,     /* that it computes */
    COMPUTING = 2,       /* warpgroups of a block that compute */
    TILE_ROWS = COMPUTING * GROUP_ROWS,
    WGMMA_THREADS = (COMPUTING + 1) * GROUP_THREADS,
    A_PIECE = TILE_ROWS * LINE_BYTES, /* of a stage */
    FETCH_REGISTERS = 24,             /* a thread; 128 x 24 + 256 x 240 is the register file */
    COMPUTE_REGISTERS = 240,
    CLUSTER = 2, /* blocks */
};

/* An operand in shared memory for one instruction: lines of 128 bytes, swizzled, groups of eight of them 1024
 * bytes apart; both offsets count 16 bytes. Lines are along k: `boxes` has no meaning. Lines are along
 * columns, of one k each: 64 columns are a box, and boxes are so many bytes apart. */
static __device__ __forceinline__ uint64_t descriptor(unsigned address, unsigned boxes = 16)
{
    return (uint64_t)1 << 62 | (uint64_t)(1024 >> 4) << 32 | (uint64_t)(boxes >> 4) << 16 |
           (address & 0x3ffff) >> 4;
}

/* The descriptor, advanced by `bytes`. */
static __device__ __forceinline__ uint64_t further(uint64_t of, unsigned bytes)
{
    return of + (bytes >> 4);
}

/* A block's position in the ring. */
typedef struct Place {
    unsigned stage, parity;
} Place;

template <int RING> static __device__ __forceinline__ void advance(Place *place)
{
    place->stage++;
    if (place->stage == RING) {
        place->stage = 0;
        place->parity ^= 1;
    }
}

/* Addresses in shared memory. */
typedef struct Ring {
    unsigned stages, full, empty; /* barriers: 8 bytes a stage */
} Ring;

/* All threads of a cluster: barriers of RING stages, `empty` ends by so many arrivals. Stages begin at a
 * multiple of 1024 bytes, as a descriptor's swizzle depends on addresses. */
template <int RING>
static __device__ __forceinline__ Ring begin_ring(unsigned char *shared, uint64_t *barriers,
                                                  unsigned arrivals)
{
    const Ring ring = {(shared_address(shared) + 1023) / 1024 * 1024, shared_address(barriers),
                       shared_address(barriers + RING)};
    if (threadIdx.x == 0) {
        for (unsigned i = 0; i < RING; i++) {
            barrier_begin(ring.full + i * 8, 1);
            barrier_begin(ring.empty + i * 8, arrivals);
        }
        barriers_begun();
    }
    cluster_sync(); /* all blocks are ready before one writes to another */
    return ring;
}
