/* Reasons for reduced GPU clocks: NVML's clock event reasons, by name. */
#pragma once

#include <stddef.h>

/* The reasons in NVML's mask that slow a busy GPU: without idling and without clocks that a user set. */
unsigned gpu_throttle_slowing(unsigned long long reasons);

/* Writes their names, joined by ';'; "" for none. An unnamed bit is written as a number. */
void gpu_throttle_names(unsigned bits, char *text, size_t size);
