/* Was SIGINT or SIGTERM received? */
#pragma once

#include <stdbool.h>

void interrupt_watch(void);
bool interrupted(void); /* since interrupt_watch() */
int interrupts(void);   /* how often */
