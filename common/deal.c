/* See deal.h. */
#include "common/deal.h"

#include "common/size.h"

size_t deal_evenly(size_t n, unsigned devices)
{
    return n / devices + (n % devices != 0);
}

size_t deal_blocks(const Deal *deal)
{
    return deal->n / deal->block + (deal->n % deal->block != 0);
}

DealtBlock deal_block(const Deal *deal, size_t i, unsigned turn)
{
    const size_t row = i * deal->block;
    return (DealtBlock){.device = (unsigned)((i + turn) % deal->devices),
                        .row = row,
                        .own_row = i / deal->devices * deal->block,
                        .rows = size_min(deal->block, deal->n - row)};
}

size_t deal_rows(const Deal *deal, unsigned device)
{
    const size_t blocks = deal_blocks(deal);
    if (device >= blocks) {
        return 0;
    }
    const DealtBlock last =
        deal_block(deal, (blocks - 1 - device) / deal->devices * deal->devices + device, 0);
    return last.own_row + last.rows;
}
