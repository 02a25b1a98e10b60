/* What a command says beside its data, on stderr. */
#ifndef SPEEDUP_TALK_H
#define SPEEDUP_TALK_H

#include <stdbool.h>

#include "common/error.h"

/* Prints "speedup: <message>" on stderr and returns `code`. */
int complain(const Error *error, int code);

/* Prints a notice on stderr, where there is one. */
void mention(const Error *notice);

/* Has the reader of stdout gone, as `head` does? Then what cannot be written is not missed. */
bool reader_left(void);

#endif
