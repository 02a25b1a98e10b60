/* Elements in four limbs of 8 bits, in tiles of the processor's matrix unit: what variants by AMX share.
 *
 * A tile register has 16 rows of 64 bytes. tdpbuud sums, tdmm += x y: row i of x and column j of y have 64
 * limbs each, y's four a word: those of k = 4 r .. 4 r + 3 in row r. Sums wrap. In which order k comes does
 * not matter if it is the same in both: 16 apart, k, k + 16, k + 32, k + 48, as both are then made by the
 * same exchange of bytes between four vectors: those of 64 neighbours in a row of x, or of four rows of y.
 *
 * Only for x86-64 and Linux, which saves tiles only of processes that have asked for it and stops others at
 * their first one. The permission is the process's, the shapes are the thread's. */
#ifndef SPEEDUP_CPU_AMX_H
#define SPEEDUP_CPU_AMX_H

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
    AMX_DEPTH = 64, /* k's in a tile, bytes of its row */
};

typedef uint32_t AmxWords __attribute__((vector_size(64), aligned(4), may_alias)); /* at any address */
typedef uint8_t AmxTile[AMX_SIDE][AMX_DEPTH];

/* Lane by lane, byte `limb` of four words side by side, in limbs[limb]: halves are exchanged, then bytes. */
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

/* After tiles were written as bytes, before they are loaded: gcc 12 does not know that loading reads memory.
 */
#define AMX_WRITTEN(tiles) __asm__ volatile("" : : "r"(tiles) : "memory")

/* All eight tile registers of the calling thread get their full shape, until amx_release(). */
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
    enum { REQUEST_PERMISSION = 0x1023, TILE_DATA = 18 }; /* asm/prctl.h, where it is new enough */
    return (int)syscall(SYS_arch_prctl, REQUEST_PERMISSION, TILE_DATA);
}

/* For Variant.missing. */
static inline const char *amx_missing(void)
{
    const unsigned tile_and_int8 = 3u << 24;
    unsigned eax, ebx, ecx, edx = 0;
    if (isa_widest() < ISA_AVX512 || !__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) ||
        (edx & tile_and_int8) != tile_and_int8) {
        return "this CPU has no AMX-INT8";
    }
    return amx_request_permission() == 0 ? NULL
                                         : "Linux does not let this process use AMX; 5.16 and later do";
}

/* For Variant.open. */
static inline int amx_open(Task *task)
{
    return amx_request_permission() == 0
               ? 0
               : error_set(task->error, "Linux does not let this process use AMX: %s", strerror(errno));
}

#endif
