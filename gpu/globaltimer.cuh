/* %globaltimer, a clock that all multiprocessors share. Source: NVIDIA, PTX ISA, special registers. */
#pragma once

static __device__ inline unsigned long long globaltimer_ns(void)
{
    unsigned long long ns;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns));
    return ns;
}
