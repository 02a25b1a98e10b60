/* The compilers and flags of this build, for plug-ins. */
#pragma once

/* Words as in a Makefile; "" where there are none. */
typedef struct Toolchain {
    const char *cc, *cflags, *ldflags; /* CC, CFLAGS, LDFLAGS */
    const char *options;               /* for C and C++, besides the standard and CFLAGS */
    const char *nvcc, *cu_flags;       /* nvcc "": built without CUDA, for this reason */
    const char *cuda_reason;
    const char *cuda_arch, *cuda_hopper; /* options of architectures; those of sm_90a code */
    const char *cuda_libs;               /* options of the linker */
} Toolchain;

extern const Toolchain toolchain; /* build.c */
