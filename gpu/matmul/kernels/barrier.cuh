/* Barriers in shared memory: a number of arrivals ends a phase, and threads wait for the parity of a phase.
 * Needs compute capability 8.0.
 * Source: NVIDIA, PTX ISA, mbarrier. */
#pragma once

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
