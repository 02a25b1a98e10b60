/* In place of gpu/globaltimer.cuh. */
#pragma once

static inline unsigned long long globaltimer_ns(void)
{
    return emulated_clock_ns();
}
