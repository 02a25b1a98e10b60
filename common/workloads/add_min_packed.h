/* Definition of the workload add_min_packed, for its variants and its verification.
 *
 * Every int32 element of a holds two 16-bit lanes, the low and the high half. Every lane x passes through n
 * steps x <- min(x + w, z), as in add_min (ceilings.h), with w and z of its own. Their ranges keep every sum
 * within 16 bits for any n, and z so large that n steps of at most 7 mostly do not reach it:
 *
 *   x begins in -32768 .. -1     the lane with its sign bit set
 *   z in 0 .. 16383              a quarter of a lane of a[1]
 *   w in 1, 3, 5, 7              three bits of a lane of a[2], made odd
 *
 * A 1 x 1 matrix has one element, which serves as all three. The macros take an element as uint32_t and
 * compute both lanes. */
#pragma once

#include "common/workloads/ceilings.h"

#define ADD_MIN_PACKED_LIMIT_INDEX(n) CEILINGS_LIMIT_INDEX(n)
#define ADD_MIN_PACKED_WEIGHT_INDEX(n) CEILINGS_WEIGHT_INDEX(n)

#define ADD_MIN_PACKED_START(element) ((element) | 0x80008000u)
#define ADD_MIN_PACKED_LIMIT(element) ((element) >> 2 & 0x3fff3fffu)
#define ADD_MIN_PACKED_WEIGHT(element) (((element)&0x00070007u) | 0x00010001u)
