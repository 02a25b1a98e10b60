/* Which synchronization of a ring in shared memory does compute-sanitizer's racecheck follow?
 *
 * The smallest kernel with the ring of gpu/matmul/kernels/wgmma.cuh, and with its instructions: one thread
 * refills a stage by a bulk copy when the barrier `empty` says that all warps have read it; the warps wait
 * for the barrier `full`, read, and arrive at `empty`. One warp waits before it reads, so that a refill that
 * does not wait for it makes the result wrong. Each case changes one thing. In the case `early` the warps
 * arrive before they read: a true race, which racecheck must report and which gives wrong results.
 *
 *     racecheck_ring          runs all cases; exits with 1 if a right one is wrong or the early one is right
 *     racecheck_ring CASE     runs one, for racecheck
 *
 * Compile for sm_90a. Source: NVIDIA, PTX ISA, mbarrier, cp.async.bulk, ldmatrix. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/matmul/kernels/fp16_split.cuh"
#include "gpu/matmul/kernels/wgmma.cuh"

enum {
    ALL = 0,    /* every lane arrives */
    ONE = 1,    /* one lane arrives for its warp */
    SYNCED = 2, /* after __syncwarp() */
    EARLY = 4,  /* arrive before the read */
};

enum {
    STAGES = 2,
    READERS = 2, /* warps */
    LANES = 32,
    SHARE_WORDS = 128, /* of a stage, for a warp: four matrices of 8 x 8 float16 */
    STAGE_WORDS = READERS * SHARE_WORDS,
    TURNS = 16, /* how often a stage is filled, over all stages */
    BLOCKS = 4,
    WAIT_NS = 4000,
};

/* `input`: a stage of each turn of each block. */
static __device__ void fill(const uint32_t *input, unsigned stages, unsigned full, unsigned empty)
{
    for (unsigned turn = 0; turn < TURNS; turn++) {
        const unsigned stage = turn % STAGES, to = stages + stage * STAGE_WORDS * 4;
        const uint32_t *words = input + ((size_t)blockIdx.x * TURNS + turn) * STAGE_WORDS;
        barrier_wait(empty + stage * 8, turn / STAGES % 2 ^ 1);
        barrier_expect(full + stage * 8, STAGE_WORDS * 4);
        copy_piece(to, words, STAGE_WORDS * 4, full + stage * 8);
    }
}

template <int CASE> static __device__ void signal_read(unsigned empty)
{
    if ((CASE & SYNCED) != 0) {
        __syncwarp();
    }
    if ((CASE & ONE) == 0 || threadIdx.x % LANES == 0) {
        barrier_arrive(empty);
    }
}

template <int CASE>
static __device__ void read(uint32_t *output, unsigned stages, unsigned full, unsigned empty)
{
    const unsigned lane = threadIdx.x % LANES, warp = threadIdx.x / LANES;
    for (unsigned turn = 0; turn < TURNS; turn++) {
        const unsigned stage = turn % STAGES;
        const unsigned share = stages + (stage * STAGE_WORDS + warp * SHARE_WORDS) * 4;
        uint32_t words[4];
        barrier_wait(full + stage * 8, turn / STAGES % 2);
        if ((CASE & EARLY) != 0) {
            signal_read<CASE>(empty + stage * 8);
        }
        if (warp == 0) {
            __nanosleep(WAIT_NS);
        }
        load_matrices(words, share + lane * 16);
        uint32_t *to = output + ((size_t)blockIdx.x * TURNS + turn) * STAGE_WORDS + warp * SHARE_WORDS;
        for (unsigned i = 0; i < 4; i++) {
            to[i * LANES + lane] = words[i];
        }
        if ((CASE & EARLY) == 0) {
            signal_read<CASE>(empty + stage * 8);
        }
    }
}

template <int CASE>
static __global__ void __launch_bounds__((READERS + 1) * LANES, 1)
    ring(const uint32_t *input, uint32_t *output)
{
    __shared__ __align__(128) uint32_t memory[STAGES * STAGE_WORDS];
    __shared__ uint64_t barriers[2 * STAGES];
    const unsigned full = shared_address(barriers), empty = full + STAGES * 8;
    if (threadIdx.x == 0) {
        for (unsigned stage = 0; stage < STAGES; stage++) {
            barrier_begin(full + stage * 8, 1);
            barrier_begin(empty + stage * 8, READERS * ((CASE & ONE) != 0 ? 1 : LANES));
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    __syncthreads();
    if (threadIdx.x >= READERS * LANES) {
        if (threadIdx.x == READERS * LANES) {
            fill(input, shared_address(memory), full, empty);
        }
    } else {
        read<CASE>(output, shared_address(memory), full, empty);
    }
}

typedef struct Case {
    const char *name;
    int flags;
    void (*kernel)(const uint32_t *input, uint32_t *output);
} Case;

static const Case cases[] = {
    {"all", ALL, ring<ALL>},
    {"one", ONE, ring<ONE>},
    {"synced", ONE | SYNCED, ring<ONE | SYNCED>},
    {"early", EARLY, ring<EARLY>},
};

enum { WORDS = BLOCKS * TURNS * STAGE_WORDS };

static void must(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "error: %s: %s\n", what, cudaGetErrorString(status));
        exit(2);
    }
}

/* Words of the result that are wrong. */
static size_t run(const Case *one, const uint32_t *input, uint32_t *output)
{
    memset(output, 0, WORDS * sizeof *output);
    one->kernel<<<BLOCKS, (READERS + 1) * LANES>>>(input, output);
    must(cudaGetLastError(), one->name);
    must(cudaDeviceSynchronize(), one->name);
    size_t wrong = 0;
    for (size_t i = 0; i < WORDS; i++) {
        wrong += output[i] != input[i];
    }
    return wrong;
}

int main(int argc, char **argv)
{
    uint32_t *input = NULL, *output = NULL;
    int code = 0, found = 0;
    must(cudaMallocManaged((void **)&input, WORDS * sizeof *input), "memory");
    must(cudaMallocManaged((void **)&output, WORDS * sizeof *output), "memory");
    for (uint32_t i = 0; i < WORDS; i++) {
        input[i] = (i + 1) * 2654435761u;
    }
    for (const Case &one : cases) {
        if (argc < 2 || strcmp(argv[1], one.name) == 0) {
            const size_t wrong = run(&one, input, output);
            const bool expected = ((one.flags & EARLY) != 0) == (wrong > 0);
            printf("%-8s %zu of %d words wrong%s\n", one.name, wrong, WORDS,
                   expected ? "" : ", not expected");
            code = expected ? code : 1;
            found++;
        }
    }
    if (found == 0) {
        fprintf(stderr, "error: no case '%s'; there are all, one, synced and early\n", argv[1]);
        return 2;
    }
    return code;
}
