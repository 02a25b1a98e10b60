/* The compilers and flags of this build, for plug-ins. */
#pragma once

/* Words as in a Makefile, "" where there are none, in the order of common/build/plugin.sh; ends with NULL. */
extern const char *const toolchain[]; /* build.c */
