/* In place of gpu/matmul/kernels/barrier.cuh: a barrier counts what is missing in its phase. */
#pragma once

#include "gpu/matmul/kernels/instructions.cuh"

struct EmulatedBarrier {
    uint16_t arrivals, missing;
    uint32_t parity;
};

static inline EmulatedBarrier *emulated_barrier_at(unsigned barrier)
{
    return (EmulatedBarrier *)emulated_at(barrier);
}

static inline void barrier_begin(unsigned barrier, unsigned arrivals)
{
    *emulated_barrier_at(barrier) = EmulatedBarrier{(uint16_t)arrivals, (uint16_t)arrivals, 0};
}

static inline void barrier_end(unsigned)
{
}

static inline void barrier_arrive(unsigned barrier)
{
    EmulatedBarrier *at = emulated_barrier_at(barrier);
    if (--at->missing == 0) {
        at->missing = at->arrivals;
        at->parity ^= 1;
    }
}

static inline void barrier_copied(unsigned barrier)
{
    emulated_wait_all();
    barrier_arrive(barrier);
}

static inline void barrier_wait(unsigned barrier, unsigned parity)
{
    while (emulated_barrier_at(barrier)->parity == parity) {
        emulated_barrier();
    }
}
