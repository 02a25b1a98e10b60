/* Compiler hints for kernels.
 *
 * UNROLL before a loop of up to 16 iterations unrolls it fully, so that an array with constant indices can
 * stay in registers; EACH is such a loop. IN_REGISTER(vector) after its last use keeps the compiler from
 * reusing its register too early, which would cost a move per iteration. It generates no instruction. */
#pragma once

#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

#ifdef __x86_64__
#define IN_REGISTER(vector) __asm__ volatile("" : : "v"(vector))
#define IN_PLACE(vector) __asm__("" : "+v"(vector))
#else
#define IN_REGISTER(vector) (void)(vector)
#define IN_PLACE(vector) (void)(vector)
#endif

#define EACH(i, count) UNROLL for (int i = 0; i < (count); i++)
