/* Instructions without a CUDA C++ intrinsic, one function each: asynchronous copies to shared memory and
 * barriers there, matrices for tensor cores.
 *
 * Addresses of shared memory are those of the instructions (shared_address). cp.async, mbarrier, ldmatrix and
 * mma.sync of these shapes need compute capability 8.0. Source: NVIDIA, PTX ISA, under each instruction's
 * name. */
#pragma once

#include <stdint.h>

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

/* d += a b, 16 x 8 x 16, of float64, each product and sum rounded. Of a lane l: d as in mma_fp16; a the k
 * l % 4, 4 + l % 4 and so on, of row l / 4 in even, of row l / 4 + 8 in odd places; b the same k of column
 * l / 4. Before compute capability 9.0 by eight instructions of 8 x 8 x 4. */
static __device__ __forceinline__ void mma_float64(double (&d)[4], const double (&a)[8], const double (&b)[4])
{
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, "
        "%10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
        : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]),
          "d"(b[1]), "d"(b[2]), "d"(b[3]));
#else
#pragma unroll
    for (int i = 0; i < 8; i++) {
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

/* ---- for the assembler ---- */

/* threadIdx.x, read at each call: else the compiler keeps addresses that are needed once in registers that a
 * long loop needs. */
static __device__ inline unsigned thread_x_now(void)
{
    unsigned thread;
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(thread));
    return thread;
}

/* Prevents the assembler from choosing a value's register before this place: it would have to move operands
 * of a long loop. */
static __device__ inline void hold_here(float *value)
{
    asm volatile("" : "+f"(*value));
}

static __device__ inline void hold_here(uint32_t *value)
{
    asm volatile("" : "+r"(*value));
}
