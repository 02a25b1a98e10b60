/* Libraries that are opened when they are asked for: of NCCL's the emulator's own is opened. */
#pragma once

#include_next <dlfcn.h>

void *emulated_dlopen(const char *name, int flags);
void *emulated_dlsym(void *library, const char *name);

#define dlopen emulated_dlopen
#define dlsym emulated_dlsym
