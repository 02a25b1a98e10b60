/* SANITIZED is defined under AddressSanitizer, which handles faults itself and reserves address space.
 * sanitized_build is the same as an expression. */
#pragma once

#include "common/system/sanitizer.h"

#if ADDRESS_SANITIZER
#define SANITIZED 1
enum { sanitized_build = 1 };
#else
enum { sanitized_build = 0 };
#endif
