/* Gives back the processors that this process was started with. */
#ifndef SPEEDUP_AFFINITY_H
#define SPEEDUP_AFFINITY_H

/* Undoes what an OpenMP runtime did to this thread's affinity when it was loaded. */
void affinity_restore(void);

#endif
