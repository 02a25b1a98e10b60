/* See throttle.h. The values are those of nvmlClocksEventReasons in NVIDIA's NVML API reference. */
#include "common/machine/throttle.h"

#include <stdio.h>

enum {
    IDLE = 0x1,
    CHOSEN_CLOCKS = 0x2,    /* application clocks */
    DISPLAY_CLOCKS = 0x100, /* set for a display */
};

unsigned gpu_throttle_slowing(unsigned long long reasons)
{
    return (unsigned)(reasons & ~(unsigned long long)(IDLE | CHOSEN_CLOCKS | DISPLAY_CLOCKS));
}

void gpu_throttle_names(unsigned bits, char *text, size_t size)
{
    static const struct {
        unsigned bit;
        const char *name;
    } reasons[] = {
        {0x4, "power cap"},    {0x8, "hardware slowdown"},     {0x10, "sync boost"},
        {0x20, "temperature"}, {0x40, "hardware temperature"}, {0x80, "power brake"},
    };
    size_t length = 0;
    if (size == 0) {
        return;
    }
    text[0] = '\0';
    for (unsigned bit = 1; bit != 0 && length < size; bit <<= 1) {
        char number[16];
        const char *name = number;
        snprintf(number, sizeof number, "0x%x", bit);
        for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
            name = reasons[i].bit == bit ? reasons[i].name : name;
        }
        if ((bits & bit) != 0) {
            length += (size_t)snprintf(text + length, size - length, "%s%s", length > 0 ? ";" : "", name);
        }
    }
}
