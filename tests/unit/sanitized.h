/* SANITIZED is defined under AddressSanitizer, which handles faults itself and reserves address space.
 * sanitized_build is the same as an expression. */
#pragma once

#if defined __SANITIZE_ADDRESS__
#define SANITIZED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifdef SANITIZED
enum { sanitized_build = 1 };
#else
enum { sanitized_build = 0 };
#endif
