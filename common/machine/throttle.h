/* Why a GPU runs slower than it could: the bits of NVML's clock event reasons, by name. */
#ifndef SPEEDUP_THROTTLE_H
#define SPEEDUP_THROTTLE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of a mask as NVML gives it, the reasons that slow a GPU which has work: not that it idles, and not the
 * clocks that somebody chose for it. */
unsigned gpu_throttle_slowing(unsigned long long reasons);

/* Their names, joined by ';'; "" for none. A bit without a name here is told by its number. */
void gpu_throttle_names(unsigned bits, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
