/* SANITIZED is defined where the address sanitizer watches: it takes faults and the address space for its
 * own. sanitized_build says the same to an expression. */
#ifndef SPEEDUP_TESTS_SANITIZED_H
#define SPEEDUP_TESTS_SANITIZED_H

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

#endif
