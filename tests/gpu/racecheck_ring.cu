/* Which synchronization of a ring in shared memory does compute-sanitizer's racecheck follow?
 *
 * The smallest kernel with the ring of gpu/matmul/kernels/wgmma.cuh, and with its instructions: one thread
 * refills a stage by a bulk copy when the barrier `empty` says that all warps have read it; the warps wait
 * for the barrier `full`, read, and arrive at `empty`. One warp waits before it reads, so that a refill that
 * does not wait for it makes the result wrong. Each case changes one thing. In the cases `early` the warps
 * arrive before they read: a true race, which racecheck must report and which gives wrong results.
 *
 *     racecheck_ring          runs all cases; exits with 1 if a right one is wrong or an early one is right
 *     racecheck_ring CASE     runs one, for racecheck
 *     racecheck_ring --list   their names
 *
 * Compile for sm_90a. Source: NVIDIA, PTX ISA, mbarrier, cp.async.bulk, ldmatrix. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/matmul/kernels/wgmma.cuh"

enum {
    LOCAL = 0,
    MAPPED = 1,    /* arrive at addresses of mapa: at the barriers of all blocks of the cluster */
    CLUSTERED = 2, /* clusters of two blocks */
    MULTICAST = 4, /* each block of a cluster copies one half of a stage to both */
    ONE = 8,       /* one lane arrives for its warp */
    SYNCED = 16,   /* after __syncwarp() */
    PLAIN = 32,    /* read by ld.shared in place of ldmatrix */
    EARLY = 64,    /* arrive before the read */
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

/* `input`: a stage of each turn of each block, of each cluster if MULTICAST. */
template <int CASE>
static __device__ void fill(const uint32_t *input, unsigned stages, unsigned full, unsigned empty)
{
    const unsigned rank = (CASE & CLUSTERED) != 0 ? cluster_rank() : 0;
    const unsigned from = (CASE & MULTICAST) != 0 ? blockIdx.x / CLUSTER : blockIdx.x;
    for (unsigned turn = 0; turn < TURNS; turn++) {
        const unsigned stage = turn % STAGES, to = stages + stage * STAGE_WORDS * 4;
        const uint32_t *words = input + ((size_t)from * TURNS + turn) * STAGE_WORDS;
        barrier_wait(empty + stage * 8, turn / STAGES % 2 ^ 1);
        barrier_expect(full + stage * 8, STAGE_WORDS * 4);
        if ((CASE & MULTICAST) != 0) {
            const unsigned half = STAGE_WORDS / CLUSTER;
            copy_to_all(to + rank * half * 4, words + rank * half, half * 4, full + stage * 8, 3);
        } else {
            copy_piece(to, words, STAGE_WORDS * 4, full + stage * 8);
        }
    }
}

template <int CASE> static __device__ void signal_read(unsigned empty)
{
    const unsigned lane = threadIdx.x % LANES, blocks = (CASE & CLUSTERED) != 0 ? CLUSTER : 1;
    if ((CASE & SYNCED) != 0) {
        __syncwarp();
    }
    if ((CASE & MAPPED) == 0) {
        if ((CASE & ONE) == 0 || lane == 0) {
            barrier_arrive(empty);
        }
    } else if ((CASE & ONE) != 0) {
        if (lane < blocks) {
            barrier_arrive(empty, lane);
        }
    } else {
        for (unsigned rank = 0; rank < blocks; rank++) {
            barrier_arrive(empty, rank);
        }
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
        if ((CASE & PLAIN) != 0) {
            for (unsigned i = 0; i < 4; i++) {
                asm volatile("ld.shared.u32 %0, [%1];"
                             : "=r"(words[i])
                             : "r"(share + (i * LANES + lane) * 4)
                             : "memory");
            }
        } else {
            load_matrices(words, share + lane * 16);
        }
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
        const unsigned blocks = (CASE & MAPPED) != 0 && (CASE & CLUSTERED) != 0 ? CLUSTER : 1;
        for (unsigned stage = 0; stage < STAGES; stage++) {
            barrier_begin(full + stage * 8, 1);
            barrier_begin(empty + stage * 8, blocks * READERS * ((CASE & ONE) != 0 ? 1 : LANES));
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    cluster_sync(); /* without a cluster, the block */
    if (threadIdx.x >= READERS * LANES) {
        if (threadIdx.x == READERS * LANES) {
            fill<CASE>(input, shared_address(memory), full, empty);
        }
    } else {
        read<CASE>(output, shared_address(memory), full, empty);
    }
    __syncwarp();
    cluster_sync(); /* no block ends while another arrives at its barriers */
}

typedef struct Case {
    const char *name;
    int flags;
    const void *kernel;
} Case;

#define CASE(name, flags)                                                                                    \
    {                                                                                                        \
        name, flags, (const void *)ring<(flags)>                                                             \
    }
#define READS(name, flags) CASE(name, flags), CASE(name "-plain", (flags) | PLAIN)
#define ARRIVALS(name, flags)                                                                                \
    READS(name "-all", flags), READS(name "-one", (flags) | ONE),                                            \
        READS(name "-synced", (flags) | ONE | SYNCED)

static const Case cases[] = {
    ARRIVALS("local", LOCAL),
    ARRIVALS("local-cluster", CLUSTERED),
    ARRIVALS("mapped", MAPPED),
    ARRIVALS("mapped-cluster", MAPPED | CLUSTERED),
    ARRIVALS("mapped-multicast", MAPPED | CLUSTERED | MULTICAST),
    CASE("early-local-all", EARLY),
    CASE("early-local-synced", EARLY | ONE | SYNCED),
    CASE("early-mapped-multicast-one", EARLY | MAPPED | CLUSTERED | MULTICAST | ONE),
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
    const uint32_t **from = &input;
    void *arguments[] = {from, &output};
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = CLUSTER;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(BLOCKS);
    config.blockDim = dim3((READERS + 1) * LANES);
    config.attrs = &cluster;
    config.numAttrs = (one->flags & CLUSTERED) != 0 ? 1 : 0;
    memset(output, 0, WORDS * sizeof *output);
    must(cudaLaunchKernelExC(&config, one->kernel, arguments), one->name);
    must(cudaDeviceSynchronize(), one->name);
    size_t wrong = 0;
    for (size_t i = 0; i < WORDS; i++) {
        const size_t block = i / (TURNS * STAGE_WORDS);
        const size_t from_block = (one->flags & MULTICAST) != 0 ? block / CLUSTER : block;
        wrong += output[i] != input[from_block * TURNS * STAGE_WORDS + i % (TURNS * STAGE_WORDS)];
    }
    return wrong;
}

int main(int argc, char **argv)
{
    const bool list = argc == 2 && strcmp(argv[1], "--list") == 0;
    uint32_t *input = NULL, *output = NULL;
    int code = 0, found = 0;
    if (!list) {
        must(cudaMallocManaged((void **)&input, WORDS * sizeof *input), "memory");
        must(cudaMallocManaged((void **)&output, WORDS * sizeof *output), "memory");
        for (uint32_t i = 0; i < WORDS; i++) {
            input[i] = (i + 1) * 2654435761u;
        }
    }
    for (const Case &one : cases) {
        if (list) {
            puts(one.name);
        } else if (argc < 2 || strcmp(argv[1], one.name) == 0) {
            const size_t wrong = run(&one, input, output);
            const bool expected = ((one.flags & EARLY) != 0) == (wrong > 0);
            printf("%-28s %zu of %d words wrong%s\n", one.name, wrong, WORDS,
                   expected ? "" : ", not expected");
            code = expected ? code : 1;
            found++;
        }
    }
    if (!list && found == 0) {
        fprintf(stderr, "error: no case '%s'; --list shows all\n", argv[1]);
        return 2;
    }
    return code;
}
