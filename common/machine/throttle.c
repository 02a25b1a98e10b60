/* See throttle.h. The values are those of nvmlClocksEventReasons in NVIDIA's NVML API reference. */
#include "common/machine/throttle.h"

#include "common/text/text.h"

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
    text[0] = '\0';
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if ((bits & reasons[i].bit) != 0) {
            text_append(text, size, ";", "%s", reasons[i].name);
            bits &= ~reasons[i].bit;
        }
    }
    for (unsigned bit = 1; bit != 0; bit <<= 1) {
        if ((bits & bit) != 0) {
            text_append(text, size, ";", "0x%x", bit);
        }
    }
}
