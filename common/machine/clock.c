/* The core clock: its measurement, as dependent additions take one cycle each on every core, and its limits.
 * See machine.h.
 */

#include "common/machine/internal.h"
#include "common/text/hash.h"
#include "common/timing.h"

static double highest_hz;

#if defined __x86_64__ || defined __aarch64__
/* `hundreds` * 100 dependent additions. The addend is in a register: newer cores eliminate the addition of a
 * small constant during renaming. */
static void add_chain(unsigned long hundreds)
{
    unsigned long sum = 0;
    const unsigned long addend = 3;
    for (unsigned long i = 0; i < hundreds; i++) {
#ifdef __x86_64__
        __asm__ volatile(".rept 100\n\tadd %1, %0\n\t.endr" : "+r"(sum) : "r"(addend) : "cc");
#else
        __asm__ volatile(".rept 100\n\tadd %0, %0, %1\n\t.endr" : "+r"(sum) : "r"(addend));
#endif
    }
}

static double measure(void)
{
    const unsigned long hundreds = 20000; /* 2 million additions: 0.4 to 1 ms */
    double best_s = 0.0;
    double begin_s = timing_now_s();
    double now_s = begin_s;
    /* Interrupts only lengthen a trial, so the shortest one counts. The first ones wake up the core. */
    for (int tries = 0; tries < 5 || now_s - begin_s < 5e-3; tries++) {
        double start_s = now_s;
        add_chain(hundreds);
        now_s = timing_now_s();
        if (best_s == 0.0 || now_s - start_s < best_s) {
            best_s = now_s - start_s;
        }
    }
    return best_s > 0.0 ? (double)hundreds * 100.0 / best_s : 0.0;
}
#else
static double measure(void)
{
    return 0.0; /* latency of an addition unknown for this processor */
}
#endif

void machine_clock_seen(double clock_hz)
{
    highest_hz = clock_hz > highest_hz ? clock_hz : highest_hz;
}

double machine_clock_hz(void)
{
    double clock_hz = measure();
    machine_clock_seen(clock_hz);
    return clock_hz;
}

double machine_clock_highest_hz(void)
{
    return highest_hz > 0.0 ? highest_hz : machine_clock_hz();
}

uint64_t machine_speed_hash(const char *root)
{
    static const char *const limits[] = {"cpu0/cpufreq/scaling_max_freq", "cpufreq/boost",
                                         "intel_pstate/no_turbo"};
    const char *const known[] = {machine_get()->cpu, build_compiler, build_flags};
    uint64_t hash = HASH_START;
    char text[64];
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        hash = hash_text(hash, known[i]);
    }
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        machine_read_text(text, sizeof text, "%s/sys/devices/system/cpu/%s", root, limits[i]);
        hash = hash_text(hash, text);
    }
    return hash;
}
