/* The compilers and flags of this build, for plug-ins. */
#pragma once

enum { TOOLCHAIN_WORDS = 10 };

/* Words as in a Makefile, "" where there are none, in the order of common/build/plugin.sh. */
extern const char *const toolchain[TOOLCHAIN_WORDS]; /* build.c */
