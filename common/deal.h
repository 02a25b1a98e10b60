/* How the rows of an n x n matrix are dealt to several devices: in blocks, in turns.
 *
 * Of blocks of `block` rows the i-th is on device i modulo the number of devices, and those of a device lie
 * one behind the other. A block of a row is dealt cyclically; one of n / devices rows gives each device one.
 */
#ifndef SPEEDUP_DEAL_H
#define SPEEDUP_DEAL_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Deal {
    size_t n, block; /* both at least 1 */
    unsigned devices;
} Deal;

/* The i-th block: it lies in one piece in the whole matrix and on its device. */
typedef struct DealtBlock {
    unsigned device;
    size_t row, own_row; /* its first one: of the matrix, and of the device's */
    size_t rows;
} DealtBlock;

/* Rows of a block where each device is to have one: n over devices, rounded up. */
size_t deal_evenly(size_t n, unsigned devices);

size_t deal_blocks(const Deal *deal);

/* The first block is on device `turn`. */
DealtBlock deal_block(const Deal *deal, size_t i, unsigned turn);

/* Rows that a device has, with the first block on device 0; 0 where there are fewer blocks than devices. */
size_t deal_rows(const Deal *deal, unsigned device);

#ifdef __cplusplus
}
#endif

#endif
