/* What a reader must know of a sample or point before trusting it: bits, and names for the column `flags`. */
#ifndef SPEEDUP_FLAGS_H
#define SPEEDUP_FLAGS_H

#include <stddef.h>

enum {
    /* of a sample, told by the worker */
    FLAG_FITS_CACHE = 1u << 0,     /* a bandwidth, and its matrices fit the last-level cache */
    FLAG_OVERSUBSCRIBED = 1u << 1, /* more threads than the processors that they may use */
    FLAG_THROTTLED = 1u << 2,      /* power, heat or the hardware slowed the GPU's clock */
    FLAGS_OF_SAMPLES = FLAG_FITS_CACHE | FLAG_OVERSUBSCRIBED | FLAG_THROTTLED,
    /* of a point, judged from its rounds and relations */
    FLAG_UNFINISHED = 1u << 3,
    FLAG_FEW_ROUNDS = 1u << 4,    /* fewer than five: no interval */
    FLAG_WIDE = 1u << 5,          /* the interval is wider than +- 5 % */
    FLAG_ROUNDS_DIFFER = 1u << 6, /* by over 2 %, and more than the samples inside them explain */
    FLAG_BIMODAL = 1u << 7,       /* two groups of rounds, over 5 % apart */
    FLAG_SHORT = 1u << 8,         /* a sample has under 100 steps of its clock */
    FLAG_ABOVE_CEILING = 1u << 9,
    FLAG_UNOPTIMIZED_BASELINE = 1u << 10,
    FLAG_INPUT_CHANGED = 1u << 11, /* samples of one point have different inputs */
};

/* "fits-cache;throttled": the names of the bits; "" for none. */
void flags_names(unsigned flags, char *text, size_t size);

/* Adds to *flags those that a list names. 0, or -1 when a name is none. */
int flags_parse(const char *text, unsigned *flags);

#endif
