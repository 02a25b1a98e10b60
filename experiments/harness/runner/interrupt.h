/* Was SIGINT or SIGTERM received? */
#pragma once

void interrupt_watch(void);
int interrupted(void); /* since interrupt_watch(): how often */
