/* `speedup machine`: the description of this machine. */
#include <stdio.h>

#include "common/machine/machine.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"

static const Usage usage = {
    .command = "machine",
    .before = "Usage: speedup machine\n"
              "\n"
              "Describes this machine as JSON: processor, caches, cores, memory, GPU, compilers, build, "
              "environment.",
};

int command_machine(int argc, char **argv)
{
    Words words;
    Error error;
    int code = command_begin(&usage, argc, argv, NULL, &words);
    if (code != PROCEED) {
        return code;
    }
    return machine_json(stdout, &error) == 0 || stdout_closed() ? EXIT_OK : log_error(&error, EXIT_POINT);
}
