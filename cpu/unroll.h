/* UNROLL before a loop of up to 16 rounds asks for all of them one after the other,
 * so that an array with constant indices can live in registers. */
#ifndef SPEEDUP_CPU_UNROLL_H
#define SPEEDUP_CPU_UNROLL_H

#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

#endif
