/* How the rows of an n x n matrix are dealt to several devices: in blocks, in turns.
 *
 * Of blocks of `block` rows the i-th is on device i modulo the number of devices, and those of a device lie
 * one behind the other. A block of a row is dealt cyclically; one of n / devices rows gives each device one.
 */
#ifndef SPEEDUP_BLOCK_CYCLIC_H
#define SPEEDUP_BLOCK_CYCLIC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Distribution {
    size_t n, block; /* both at least 1 */
    unsigned devices;
} Distribution;

/* The i-th block: it lies in one piece in the whole matrix and on its device. */
typedef struct OwnedBlock {
    unsigned device;
    size_t row, own_row; /* its first one: of the matrix, and of the device's */
    size_t rows;
} OwnedBlock;

/* Rows of a block where each device is to have one: n over devices, rounded up. */
size_t distribution_even_block(size_t n, unsigned devices);

size_t distribution_blocks(const Distribution *distribution);

/* The first block is on device `first_owner`. */
OwnedBlock distribution_block(const Distribution *distribution, size_t i, unsigned first_owner);

/* Rows that a device has, with the first block on device 0; 0 where there are fewer blocks than devices. */
size_t distribution_rows(const Distribution *distribution, unsigned device);

#ifdef __cplusplus
}
#endif

#endif
