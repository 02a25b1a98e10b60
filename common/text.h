/* Texts that people read or name: numbers in words, and how long a name may be. */
#ifndef SPEEDUP_TEXT_H
#define SPEEDUP_TEXT_H

#include <stddef.h>

enum {
    TEXT_MOST = 1023,      /* bytes of a name that stands in a row and goes to a worker */
    TEXT_MOST_PATH = 4095, /* of a file that is written */
};

/* "12.3 ms": three significant digits with a unit from ns to s; "" for NAN. */
void format_time(double time_s, char *text, size_t size);

/* "12.3", "1230", "0.00412": three significant digits, without an exponent from 1e-6 to 1e15; "" for NAN. */
void format_number(double value, char *text, size_t size);

#endif
