/* Block-cyclic distribution of the rows of an n x n matrix over devices.
 *
 * Rows form blocks of `block` rows. Block i belongs to device i modulo the number of devices; the blocks of a
 * device are contiguous in its memory. Blocks of one row give a cyclic distribution, blocks of n / devices
 * rows one block per device. */
#pragma once

#include <stddef.h>

#include "common/c_linkage.h"

C_LINKAGE_BEGIN

typedef struct Distribution {
    size_t n, block; /* both at least 1 */
    unsigned devices;
} Distribution;

/* Block i: contiguous in the whole matrix and on its device. */
typedef struct OwnedBlock {
    unsigned device;
    size_t row, own_row; /* its first row in the matrix, and among the device's rows */
    size_t rows;
} OwnedBlock;

/* Rows per block for one block per device: n / devices, rounded up. */
size_t distribution_even_block(size_t n, unsigned devices);

size_t distribution_blocks(const Distribution *distribution);

/* Block i, where block 0 belongs to device `first_owner`. */
OwnedBlock distribution_block(const Distribution *distribution, size_t i, unsigned first_owner);

/* Rows that a device owns if block 0 belongs to device 0; 0 for a device without a block. */
size_t distribution_rows(const Distribution *distribution, unsigned device);

C_LINKAGE_END
