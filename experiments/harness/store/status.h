/* The result of a sample or a point, as in the column `status`, and its quality flags. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum Status {
    STATUS_OK,
    STATUS_WRONG,
    STATUS_FAILED,
    STATUS_TIMEOUT,
    STATUS_SKIPPED,
    STATUS_REDUCED, /* right, but less precise than the element type */
    STATUSES
} Status;

const char *status_name(Status status);

/* Is the result right: ok or reduced? */
bool status_is_right(Status status);

/* STATUSES if there is none of that name. */
Status status_parse(const char *name);

/* Quality flags of samples and points: bits, and their names in the column `flags`. */
enum {
    /* of a sample, set by the worker */
    FLAG_FITS_CACHE = 1u << 0,     /* a bandwidth of matrices that fit the last-level cache */
    FLAG_OVERSUBSCRIBED = 1u << 1, /* more threads than usable processors, or than a quota allows */
    FLAG_THROTTLED = 1u << 2,      /* power, temperature or the hardware reduced the GPU's clock */
    FLAG_LAUNCH_GAPS = 1u << 3,    /* a GPU's gate opened by itself: gaps between launches are in kernel_s */
    FLAG_NOISY = 1u << 13,         /* of a point: half of its samples or more are (sweep.c) */
    FLAG_IDLE_THREADS = 1u << 14,  /* of several threads one works at a time */
    FLAG_GROWS = 1u << 15,         /* resident memory grew with each call of run() */
    FLAGS_OF_SAMPLES = FLAG_FITS_CACHE | FLAG_OVERSUBSCRIBED | FLAG_THROTTLED | FLAG_LAUNCH_GAPS |
                       FLAG_NOISY | FLAG_IDLE_THREADS | FLAG_GROWS,
    /* of a point, from its rounds and ratios */
    FLAG_UNFINISHED = 1u << 4,
    FLAG_FEW_ROUNDS = 1u << 5,    /* fewer than five: no interval */
    FLAG_WIDE = 1u << 6,          /* the interval is wider than +- 5 % */
    FLAG_ROUNDS_DIFFER = 1u << 7, /* by over 2 %, and by more than the spread inside them explains */
    FLAG_BIMODAL = 1u << 8,       /* two groups of rounds, over 5 % apart */
    FLAG_SHORT = 1u << 9,         /* a sample takes under 100 clock steps */
    FLAG_ABOVE_CEILING = 1u << 10,
    FLAG_UNOPTIMIZED_BASELINE = 1u << 11,
    FLAG_INPUT_CHANGED = 1u << 12, /* samples of one point have different inputs */
    FLAG_COARSE_TIME = 1u << 17,   /* a printed time has under 100 steps of its last digit */
    FLAG_OTHER_RUN = 1u << 16, /* no round measured the point and what its speedup or efficiency is over */
};

/* "fits-cache;throttled": the names of the bits; "" for none. */
void flags_names(unsigned flags, char *text, size_t size);

/* Adds the flags of a list to *flags. 0, or -1 for an unknown name. */
int flags_parse(const char *text, unsigned *flags);
