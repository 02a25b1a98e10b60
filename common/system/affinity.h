/* The processors that this process was started with. */
#pragma once

/* Restores them: an OpenMP runtime may bind this thread when it is loaded. */
void affinity_restore(void);

/* Their number. */
unsigned affinity_processors(void);
