/* Was SIGINT or SIGTERM received? */
#ifndef SPEEDUP_INTERRUPT_H
#define SPEEDUP_INTERRUPT_H

#include <stdbool.h>

void interrupt_watch(void);
bool interrupted(void); /* since interrupt_watch() */

#endif
