/* The processors that this process was started with. */
#ifndef SPEEDUP_AFFINITY_H
#define SPEEDUP_AFFINITY_H

/* Restores them: an OpenMP runtime may bind this thread when it is loaded. */
void affinity_restore(void);

#endif
