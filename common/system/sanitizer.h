/* Is this a build with the sanitizer? 1 or 0: macros of gcc, features of clang. */
#pragma once

#ifdef __SANITIZE_ADDRESS__
#define ADDRESS_SANITIZER 1
#elif defined __has_feature
#define ADDRESS_SANITIZER __has_feature(address_sanitizer)
#else
#define ADDRESS_SANITIZER 0
#endif

#ifdef __SANITIZE_THREAD__
#define THREAD_SANITIZER 1
#elif defined __has_feature
#define THREAD_SANITIZER __has_feature(thread_sanitizer)
#else
#define THREAD_SANITIZER 0
#endif
