/* Instructions without a CUDA C++ intrinsic, one function each: asynchronous copies to shared memory and
 * barriers there, matrices for tensor cores.
 *
 * Addresses of shared memory are those of the instructions (shared_address). cp.async, mbarrier, ldmatrix and
 * mma.sync of these shapes need compute capability 8.0, what stands behind them Hopper (sm_90a). Source:
 * NVIDIA, PTX ISA, under each instruction's name. */
#pragma once

#include <stdint.h>

#include "common/workload.h"

static __device__ __forceinline__ unsigned shared_address(const void *shared)
{
    return (unsigned)__cvta_generic_to_shared(shared);
}

/* ---- cp.async ---- */

/* BYTES from global to shared memory: 16, past the first-level cache, or 4 or 8. */
template <int BYTES> static __device__ __forceinline__ void copy_async(unsigned to, const void *from)
{
    static_assert(BYTES == 4 || BYTES == 8 || BYTES == 16, "not a size of cp.async");
    if (BYTES == 16) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
    } else {
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(BYTES) : "memory");
    }
}

/* The first `bytes` of them, and zeros after. */
template <int BYTES>
static __device__ __forceinline__ void copy_async_some(unsigned to, const void *from, unsigned bytes)
{
    static_assert(BYTES == 4 || BYTES == 8 || BYTES == 16, "not a size of cp.async");
    if (BYTES == 16) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes)
                     : "memory");
    } else {
        asm volatile("cp.async.ca.shared.global [%0], [%1], %3, %2;" ::"r"(to), "l"(from), "r"(bytes),
                     "n"(BYTES)
                     : "memory");
    }
}

/* This thread's copies since the last call are a group. */
static __device__ __forceinline__ void copies_end(void)
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

/* Waits until at most LEFT groups of this thread are in progress. */
template <int LEFT> static __device__ __forceinline__ void copies_wait(void)
{
    asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory");
}

/* ---- tensor cores, by warps ---- */

/* ldmatrix: four matrices of eight rows of 16 bytes: lane l names row l % 8 of matrix l / 8, and has of each
 * the word l % 4 of row l / 4. */
static __device__ __forceinline__ void load_matrices(uint32_t (&to)[4], unsigned from)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(from)
                 : "memory");
}

/* d += a b, 16 x 8 x 16, of float16. Of a lane l: d has columns 2 (l % 4) and the next of rows l / 4 (0, 1)
 * and l / 4 + 8 (2, 3); a the same two k of these rows, then those 8 further; b the same k of column l / 4.
 */
static __device__ __forceinline__ void mma_fp16(float (&d)[4], const uint32_t (&a)[4], uint32_t b0,
                                                uint32_t b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
                 "{%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/* The same, 16 x 8 x 32, of bytes without sign, modulo 2^32: a word has four k. */
static __device__ __forceinline__ void mma_u8(uint32_t (&d)[4], const uint32_t (&a)[4], uint32_t b0,
                                              uint32_t b1)
{
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
                 "{%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/* d += a b, 16 x 8 x 8, of float64, each product and sum rounded. Of a lane l: d as in mma_fp16; a the k
 * l % 4, then 4 + l % 4, of row l / 4 in even, of row l / 4 + 8 in odd places; b the same k of column l / 4.
 * Before compute capability 9.0 by four instructions of 8 x 8 x 4. */
static __device__ __forceinline__ void mma_float64(double (&d)[4], const double (&a)[4], const double (&b)[2])
{
#if __CUDA_ARCH__ >= 900
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
                 "{%8, %9}, {%0, %1, %2, %3};"
                 : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
                 : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
#else
#pragma unroll
    for (int i = 0; i < 4; i++) {
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                     : "+d"(d[i % 2 * 2]), "+d"(d[i % 2 * 2 + 1])
                     : "d"(a[i]), "d"(b[i / 2]));
    }
#endif
}

/* ---- mbarrier: a number of arrivals ends a phase, and threads wait for the parity of a phase ---- */

/* `barrier`: the address of 8 bytes. From barrier_begin to barrier_end. */
static __device__ inline void barrier_begin(unsigned barrier, unsigned arrivals)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}

static __device__ inline void barrier_end(unsigned barrier)
{
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(barrier) : "memory");
}

static __device__ inline void barrier_arrive(unsigned barrier)
{
    asm volatile("{\n .reg .b64 state;\n mbarrier.arrive.shared.b64 state, [%0];\n}" ::"r"(barrier)
                 : "memory");
}

/* This thread arrives as soon as all copies that it has started are complete. */
static __device__ inline void barrier_copied(unsigned barrier)
{
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(barrier) : "memory");
}

static __device__ inline void barrier_wait(unsigned barrier, unsigned parity)
{
    unsigned done;
    do {
#if __CUDA_ARCH__ >= 900 /* sleeps a while */
        asm volatile("{\n .reg .pred p;\n mbarrier.try_wait.parity.shared.b64 p, [%1], %2;\n"
                     " selp.u32 %0, 1, 0, p;\n}"
                     : "=r"(done)
                     : "r"(barrier), "r"(parity)
                     : "memory");
#else
        asm volatile("{\n .reg .pred p;\n mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n"
                     " selp.u32 %0, 1, 0, p;\n}"
                     : "=r"(done)
                     : "r"(barrier), "r"(parity)
                     : "memory");
#endif
    } while (!done);
}

/* ---- of Hopper: barriers that count bytes, clusters of blocks ---- */

/* Arrives; the phase ends when `bytes` more bytes have arrived as well. */
static __device__ __forceinline__ void barrier_expect(unsigned barrier, unsigned bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
                 : "memory");
}

/* Arrives at the same barrier in block `rank` of the cluster. It signals that shared memory was read, by
 * instructions that have ended; a release to the whole cluster would needlessly wait for all of the thread's
 * stores. */
static __device__ __forceinline__ void barrier_arrive(unsigned barrier, unsigned rank)
{
    asm volatile("{\n"
                 ".reg .b32 there;\n"
                 "mapa.shared::cluster.u32 there, %0, %1;\n"
                 "mbarrier.arrive.shared::cluster.b64 _, [there];\n"
                 "}" ::"r"(barrier),
                 "r"(rank)
                 : "memory");
}

/* All threads of all blocks of the cluster. */
static __device__ __forceinline__ void cluster_sync(void)
{
    asm volatile("barrier.cluster.arrive.release;\n"
                 "barrier.cluster.wait.acquire;" ::
                     : "memory");
}

static __device__ __forceinline__ unsigned cluster_rank(void)
{
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

/* Before other blocks of the cluster use barriers that this thread has begun. */
static __device__ __forceinline__ void barriers_begun(void)
{
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/* ---- of Hopper: copies of a box of a tensor, zeros outside ---- */

/* from: a CUtensorMap. x: of the fastest dimension. The barrier counts the bytes. */
static __device__ __forceinline__ void copy_box(unsigned to, const void *from, unsigned x, unsigned y,
                                                unsigned barrier)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, "
                 "{%2, %3}], [%4];" ::"r"(to),
                 "l"(from), "r"(x), "r"(y), "r"(barrier)
                 : "memory");
}

/* To the same address in all blocks in `mask`, whose barriers count the bytes. */
static __device__ __forceinline__ void copy_box_to_all(unsigned to, const void *from, unsigned x, unsigned y,
                                                       unsigned barrier, uint16_t mask)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::"
                 "cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(to),
                 "l"(from), "r"(x), "r"(y), "r"(barrier), "h"(mask)
                 : "memory");
}

/* From shared memory, what is inside of the tensor. */
static __device__ __forceinline__ void store_box(const void *to, unsigned x, unsigned y, unsigned from)
{
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];\n"
                 "cp.async.bulk.commit_group;" ::"l"(to),
                 "r"(x), "r"(y), "r"(from)
                 : "memory");
}

/* Before another thread stores a box that this thread has written a part of. */
static __device__ __forceinline__ void box_written(void)
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/* Waits until at most LEFT of this thread's boxes have still to be read. */
template <int LEFT> static __device__ __forceinline__ void boxes_wait(void)
{
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(LEFT) : "memory");
}

/* ---- of Hopper: registers of a thread, by all warps of a warpgroup ---- */

template <int LEFT> static __device__ __forceinline__ void registers_give(void)
{
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(LEFT));
}

template <int MOST> static __device__ __forceinline__ void registers_take(void)
{
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(MOST));
}

/* ---- of Hopper: the tensor-core instruction of a warpgroup ---- */

/* Before an instruction reads registers that others have written. */
static __device__ __forceinline__ void wgmma_fence(void)
{
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

static __device__ __forceinline__ void wgmma_commit(void)
{
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

/* Waits until all groups but the last LATER have ended. */
template <int LATER> static __device__ __forceinline__ void wgmma_wait(void)
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(LATER) : "memory");
}

#define WGMMA_8(as, d, i)                                                                                    \
    as(d[i]), as(d[i + 1]), as(d[i + 2]), as(d[i + 3]), as(d[i + 4]), as(d[i + 5]), as(d[i + 6]), as(d[i + 7])
#define WGMMA_32(d, i)                                                                                       \
    WGMMA_8("+f", d, i), WGMMA_8("+f", d, i + 8), WGMMA_8("+f", d, i + 16), WGMMA_8("+f", d, i + 24)

/* d = a b, or d += a b if `add`: 64 x WIDTH sums in float32, 16 k. a, b: descriptors; lines of a are rows, of
 * b they are columns' neighbors for one k. Operands that the instruction only reads come first, as if it
 * changed them: so the names of the sums are those of any width. */
#define WGMMA_16BIT(Element, type, WIDTH, names, ...)                                                        \
    static __device__ __forceinline__ void wgmma(Element, float(&d)[WIDTH / 2], uint64_t a, uint64_t b,      \
                                                 int add)                                                    \
    {                                                                                                        \
        asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %2, 0;\n"                                             \
                     "wgmma.mma_async.sync.aligned.m64n" #WIDTH "k16.f32." type "." type " {" names          \
                     "}, %0, %1, p, 1, 1, 0, 1;\n}"                                                          \
                     : "+l"(a), "+l"(b), "+r"(add), __VA_ARGS__);                                            \
    }
#define WGMMA_WIDTHS(Element, type)                                                                          \
    WGMMA_16BIT(Element, type, 64, WGMMA_NAMES_0, WGMMA_32(d, 0))                                            \
    WGMMA_16BIT(Element, type, 128, WGMMA_NAMES_0 ", " WGMMA_NAMES_1, WGMMA_32(d, 0), WGMMA_32(d, 32))       \
    WGMMA_16BIT(Element, type, 192, WGMMA_NAMES_0 ", " WGMMA_NAMES_1 ", " WGMMA_NAMES_2, WGMMA_32(d, 0),     \
                WGMMA_32(d, 32), WGMMA_32(d, 64))                                                            \
    WGMMA_16BIT(Element, type, 256, WGMMA_NAMES_0 ", " WGMMA_NAMES_1 ", " WGMMA_NAMES_2 ", " WGMMA_NAMES_3,  \
                WGMMA_32(d, 0), WGMMA_32(d, 32), WGMMA_32(d, 64), WGMMA_32(d, 96))
#define WGMMA_NAMES_0                                                                                        \
    "%3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, "                              \
    "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34"
#define WGMMA_NAMES_1                                                                                        \
    "%35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, "                       \
    "%51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66"
#define WGMMA_NAMES_2                                                                                        \
    "%67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, "                       \
    "%83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98"
#define WGMMA_NAMES_3                                                                                        \
    "%99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, "        \
    "%115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127, %128, %129, %130"

WGMMA_WIDTHS(Float16, "f16")
WGMMA_WIDTHS(Bfloat16, "bf16")
