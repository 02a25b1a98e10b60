/* A stack that the program's frames fit, whatever `ulimit -s` is. */
#pragma once

/* Returns run(argc, argv), on a stack of 8 MiB where the limit is lower; threads made from then on have as
 * much. */
int stack_call(int (*run)(int, char **), int argc, char **argv);
