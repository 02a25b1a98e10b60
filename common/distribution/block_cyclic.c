/* See block_cyclic.h. */
#include "common/distribution/block_cyclic.h"

#include "common/size.h"

size_t distribution_even_block(size_t n, unsigned devices)
{
    return n / devices + (n % devices != 0);
}

size_t distribution_blocks(const Distribution *distribution)
{
    return distribution->n / distribution->block + (distribution->n % distribution->block != 0);
}

OwnedBlock distribution_block(const Distribution *distribution, size_t i, unsigned first_owner)
{
    const size_t row = i * distribution->block;
    return (OwnedBlock){.device = (unsigned)((i + first_owner) % distribution->devices),
                        .row = row,
                        .own_row = i / distribution->devices * distribution->block,
                        .rows = size_min(distribution->block, distribution->n - row)};
}

size_t distribution_rows(const Distribution *distribution, unsigned device)
{
    const size_t blocks = distribution_blocks(distribution);
    if (device >= blocks) {
        return 0;
    }
    const OwnedBlock last = distribution_block(
        distribution, (blocks - 1 - device) / distribution->devices * distribution->devices + device, 0);
    return last.own_row + last.rows;
}
