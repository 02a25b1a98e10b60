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

static int run(const Words *words, Error *error)
{
    (void)words;
    /* main() reports a stdout that cannot be written. */
    return machine_json(stdout, error) == 0 || ferror(stdout) ? EXIT_OK : log_error(error, EXIT_POINT);
}

const Command command_machine = {&usage, NULL, run};
