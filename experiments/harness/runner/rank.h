/* The processes of a job (launch.h). */
#pragma once

/* `speedup worker launch LAUNCHER ARGUMENT...`: becomes the launcher. Returns only on failure. */
int rank_launch(char **argv);

/* `speedup worker ranks SOCKET THREADS BIND PLACES BUILD`: a rank. The exit code. */
int rank_serve(int argc, char **argv);
