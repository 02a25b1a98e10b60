/* Elements in four 8-bit limbs, in tiles of the matrix unit: shared by the AMX variants.
 *
 * A tile register has 16 rows of 64 bytes. tdpbuud accumulates tdmm += x y, where row i of x and column j of
 * y have 64 limbs each. A word of y holds four limbs, k = 4 r .. 4 r + 3 of row r. Sums wrap. The order of k
 * is arbitrary if it is the same in both factors. Here limbs of a word are 16 apart: k, k + 16, k + 32, k +
 * 48. Then one exchange of bytes between four vectors produces both factors, from 64 neighbors in a row of x
 * or from four rows of y.
 *
 * Only for x86-64 and Linux. Linux saves tiles only for processes that requested permission and terminates
 * others at their first tile instruction. The permission belongs to the process, the tile shapes to the
 * thread. */
#pragma once

#include <cpuid.h>
#include <errno.h>
#include <immintrin.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/workload.h"
#include "cpu/isa.h"
#include "cpu/unroll.h"

#define AMX_VECTORS __attribute__((target("avx512f")))
#define AMX_TARGET __attribute__((target("avx512f,amx-tile,amx-int8")))

enum {
    AMX_LIMBS = 4,
    AMX_SIDE = 16,  /* rows of a tile, columns of a tile of sums, lanes of a vector */
    AMX_DEPTH = 64, /* k's per tile, bytes per row */
};

typedef uint32_t AmxWords __attribute__((vector_size(64), aligned(4), may_alias)); /* unaligned */
typedef uint8_t AmxTile[AMX_SIDE][AMX_DEPTH];

/* Byte `limb` of four words, lane by lane, into limbs[limb]: exchanges halves, then bytes. */
AMX_VECTORS static inline void amx_split(const AmxWords x[4], AmxWords limbs[AMX_LIMBS])
{
    AmxWords low[2], high[2];
    UNROLL
    for (int i = 0; i < 2; i++) {
        low[i] = (x[i] & 0xffff) | x[i + 2] << 16;
        high[i] = x[i] >> 16 | (x[i + 2] & 0xffff0000);
    }
    limbs[0] = (low[0] & 0x00ff00ff) | (low[1] & 0x00ff00ff) << 8;
    limbs[1] = (low[0] >> 8 & 0x00ff00ff) | (low[1] & 0xff00ff00);
    limbs[2] = (high[0] & 0x00ff00ff) | (high[1] & 0x00ff00ff) << 8;
    limbs[3] = (high[0] >> 8 & 0x00ff00ff) | (high[1] & 0xff00ff00);
}

/* Between writing tiles as bytes and loading them: gcc 12 does not know that a tile load reads memory. */
#define AMX_WRITTEN(tiles) __asm__ volatile("" : : "r"(tiles) : "memory")

/* Configures all eight tile registers of the calling thread with their full shape, until amx_release(). */
AMX_TARGET static inline void amx_shape(void)
{
    static const struct {
        uint8_t palette, start_row, reserved[14];
        uint16_t row_bytes[16];
        uint8_t rows[16];
    } full = {
        .palette = 1,
        .row_bytes = {AMX_DEPTH, AMX_DEPTH, AMX_DEPTH, AMX_DEPTH, AMX_DEPTH, AMX_DEPTH, AMX_DEPTH, AMX_DEPTH},
        .rows = {AMX_SIDE, AMX_SIDE, AMX_SIDE, AMX_SIDE, AMX_SIDE, AMX_SIDE, AMX_SIDE, AMX_SIDE},
    };
    _tile_loadconfig(&full);
}

AMX_TARGET static inline void amx_release(void)
{
    _tile_release();
}

static inline int amx_request_permission(void)
{
    enum { REQUEST_PERMISSION = 0x1023, TILE_DATA = 18 }; /* from asm/prctl.h, which older systems lack */
    return (int)syscall(SYS_arch_prctl, REQUEST_PERMISSION, TILE_DATA);
}

enum { AMX_BF16 = 1 << 22, AMX_TILE = 1 << 24, AMX_INT8 = 1 << 25 }; /* of cpuid leaf 7, edx */

/* `absent` if the CPU has no `feature`; why this process cannot use it, or NULL. */
static inline const char *amx_lacking(unsigned feature, const char *absent)
{
    const unsigned needed = AMX_TILE | feature;
    unsigned eax, ebx, ecx, edx = 0;
    if (isa_widest() < ISA_AVX512 || !__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) ||
        (edx & needed) != needed) {
        return absent;
    }
    return amx_request_permission() == 0 ? NULL
                                         : "Linux does not let this process use AMX; 5.16 and later do";
}

/* For Variant.missing. */
static inline const char *amx_missing(void)
{
    return amx_lacking(AMX_INT8, "this CPU has no AMX-INT8");
}

/* For Variant.open. */
static inline int amx_open(Task *task)
{
    return amx_request_permission() == 0
               ? 0
               : error_set(task->error, "Linux does not let this process use AMX: %s", strerror(errno));
}
