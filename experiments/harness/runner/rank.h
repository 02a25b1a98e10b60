/* The other side of launch.h: what the processes of a job run. */
#ifndef SPEEDUP_RANK_H
#define SPEEDUP_RANK_H

/* `speedup worker launch LAUNCHER ARGUMENT...`: becomes the launcher. Returns only where that fails. */
int rank_launch(char **argv);

/* `speedup worker ranks SOCKET THREADS BIND PLACES`: a rank. The exit code. */
int rank_serve(int argc, char **argv);

#endif
