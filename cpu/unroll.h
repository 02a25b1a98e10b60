/* UNROLL before a loop of up to 16 rounds asks for all of them one after the other,
 * so that an array with constant indices can live in registers.
 * IN_REGISTER(vector) after its last use keeps the compiler from putting another value in its place a moment
 * too early, which costs a move in each round of a loop. It makes no instruction. */
#ifndef SPEEDUP_CPU_UNROLL_H
#define SPEEDUP_CPU_UNROLL_H

#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

#ifdef __x86_64__
#define IN_REGISTER(vector) __asm__ volatile("" : : "v"(vector))
#else
#define IN_REGISTER(vector) (void)(vector)
#endif

#endif
