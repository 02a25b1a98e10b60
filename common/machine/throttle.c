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
    static const char *const names[32] = {
        [2] = "power cap",   [3] = "hardware slowdown",    [4] = "sync boost",
        [5] = "temperature", [6] = "hardware temperature", [7] = "power brake",
    };
    text[0] = '\0';
    for (unsigned i = 0; i < 32; i++) {
        if ((bits >> i & 1) != 0 && names[i] != NULL) {
            text_append(text, size, ";", "%s", names[i]);
        } else if ((bits >> i & 1) != 0) {
            text_append(text, size, ";", "0x%x", 1u << i);
        }
    }
}
