/* See clock.h.
 *
 * %globaltimer ticks in steps, up to a microsecond on some GPUs, so a reading begins and ends
 * on a step: its error is then one iteration of the loop, some 50 cycles of 100 000. */
#include "gpu/clock.h"

#include <cuda_runtime.h>
#include <math.h>

#include "common/timing.h"
#include "gpu/check.h"
#include "gpu/device.h"
#include "gpu/globaltimer.cuh"

enum { READING_NS = 60 * 1000, SPIN_NS = 2 * 1000 * 1000, HOLD_CYCLES = 4 * 1000 * 1000 };
static const double open_budget_s = 0.15, most_budget_s = 0.1, idle_share = 0.25, up = 0.97;

typedef struct Reading {
    unsigned long long cycles, ns;
} Reading;

typedef struct Shared {
    Reading readings[CLOCK_READINGS];
    volatile unsigned released; /* gates up to this one are open */
    volatile unsigned expired;  /* the last gate that opened by itself */
} Shared;

static double highest_mhz; /* in this process */

static __global__ void read_clock(Reading *reading, unsigned long long length_ns)
{
    unsigned long long start_ns = globaltimer_ns(), now_ns;
    do {
        now_ns = globaltimer_ns();
    } while (now_ns == start_ns);
    start_ns = now_ns;
    const long long start = clock64();
    while (now_ns - start_ns < length_ns) {
        now_ns = globaltimer_ns();
    }
    reading->cycles = (unsigned long long)(clock64() - start);
    reading->ns = now_ns - start_ns;
}

static __global__ void hold(Shared *shared, unsigned gate, long long cycles)
{
    const long long start = clock64();
    while ((int)(shared->released - gate) < 0) {
        if (clock64() - start >= cycles) {
            shared->expired = gate;
            return;
        }
    }
}

static Shared *shared_of(const GpuClock *clock)
{
    return (Shared *)clock->shared;
}

static int enqueue(GpuClock *clock, ClockReading which, void *stream, unsigned length_ns, Error *error)
{
    Reading *reading = &shared_of(clock)->readings[which];
    reading->cycles = reading->ns = 0;
    read_clock<<<1, 1, 0, (cudaStream_t)stream>>>(reading, length_ns);
    return GPU_TRY(error, cudaGetLastError());
}

int gpu_clock_enqueue(GpuClock *clock, ClockReading which, void *stream, Error *error)
{
    return enqueue(clock, which, stream, READING_NS, error);
}

double gpu_clock_mhz(GpuClock *clock, ClockReading which)
{
    const Reading *reading = &shared_of(clock)->readings[which];
    double mhz = reading->ns == 0 ? 0 : (double)reading->cycles * 1e3 / (double)reading->ns;
    if (mhz > highest_mhz) {
        highest_mhz = mhz;
    }
    clock->idle_since_s = timing_now_s();
    return mhz;
}

double gpu_clock_reference_mhz(const GpuClock *clock)
{
    return clock->maximum_mhz > highest_mhz ? clock->maximum_mhz : highest_mhz;
}

static int spin_up(GpuClock *clock, double target_mhz, double budget_s, Error *error)
{
    double start_s = timing_now_s();
    while (true) {
        if (enqueue(clock, CLOCK_BEFORE, clock->stream, READING_NS, error) != 0 ||
            GPU_TRY(error, cudaStreamSynchronize((cudaStream_t)clock->stream)) != 0) {
            return -1;
        }
        if (gpu_clock_mhz(clock, CLOCK_BEFORE) >= up * target_mhz || timing_now_s() - start_s >= budget_s) {
            return 0;
        }
        if (enqueue(clock, CLOCK_BEFORE, clock->stream, SPIN_NS, error) != 0) {
            return -1;
        }
    }
}

/* Spins for a quarter of the idle time at most: a throttled GPU stays below the target, and spinning must not
 * take longer than the samples. */
int gpu_clock_settle(GpuClock *clock, Error *error)
{
    double budget_s = idle_share * (timing_now_s() - clock->idle_since_s);
    return spin_up(clock, highest_mhz, budget_s < most_budget_s ? budget_s : most_budget_s, error);
}

int gpu_clock_open(GpuClock *clock, Error *error)
{
    *clock = GpuClock{};
    cudaStream_t stream = NULL;
    int khz = 0, lowest, highest;
    (void)cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, gpu_first());
    clock->maximum_mhz = khz / 1e3;
    if (GPU_TRY(error, cudaHostAlloc(&clock->shared, sizeof(Shared), cudaHostAllocMapped)) != 0 ||
        GPU_TRY(error, cudaDeviceGetStreamPriorityRange(&lowest, &highest)) != 0 ||
        GPU_TRY(error, cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, highest)) != 0) {
        return -1;
    }
    clock->stream = stream;
    *shared_of(clock) = Shared{};
    double target_mhz = highest_mhz > 0 ? highest_mhz : clock->maximum_mhz;
    return spin_up(clock, target_mhz > 0 ? target_mhz : HUGE_VAL, open_budget_s, error);
}

void gpu_clock_close(GpuClock *clock)
{
    if (clock->stream != NULL) {
        (void)cudaStreamDestroy((cudaStream_t)clock->stream);
    }
    if (clock->shared != NULL) {
        (void)cudaFreeHost(clock->shared);
    }
    *clock = GpuClock{};
}

int gpu_clock_hold(GpuClock *clock, void *stream, unsigned devices, Error *error)
{
    clock->holds++;
    hold<<<1, 1, 0, (cudaStream_t)stream>>>(shared_of(clock), clock->holds, (long long)HOLD_CYCLES * devices);
    return GPU_TRY(error, cudaGetLastError());
}

void gpu_clock_release(GpuClock *clock)
{
    shared_of(clock)->released = clock->holds;
}

bool gpu_clock_expired(GpuClock *clock)
{
    const unsigned before = clock->expired;
    clock->expired = shared_of(clock)->expired;
    return clock->expired != before;
}
