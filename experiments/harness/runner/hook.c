/* See hook.h. */
#include "experiments/harness/runner/hook.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "common/system/array.h"
#include "common/text/hash.h"
#include "experiments/harness/runner/interrupt.h"
#include "experiments/harness/runner/process.h"

/* --prepare stays in the worker's process group, which is killed after a timeout. An interrupt ends --setup,
 * a second one --cleanup. */
int hook_run(ProgramOption hook, char *command, Error *error)
{
    char output[400];
    char *const arguments[] = {"sh", "-c", command, NULL};
    const char *name = program_options[hook].name;
    const int survived = interrupted() || hook == PROGRAM_SETUP ? interrupted() : 1;
    const Child child = {.program = "sh",
                         .arguments = arguments,
                         .leads_group = hook != PROGRAM_PREPARE,
                         .default_signals = true};
    int status = 0;
    if (command[0] != '\0' && process_log(&child, true, survived, output, sizeof output, &status) != 0) {
        return error_set(error, "--%s: cannot start sh: %s", name, strerror(errno));
    }
    if (status == 0) {
        return 0;
    }
    for (char *at = output; *at != '\0'; at++) {
        *at = *at != '\n' ? *at : at[1] != '\0' ? '/' : ' ';
    }
    return error_set(error, "--%s %.300s: %s %d%s%s", name, command,
                     WIFEXITED(status) ? "exit code" : "killed by signal",
                     WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status),
                     output[0] != '\0' ? "; its output ends: " : "", output);
}

int hook_run_all(const Plan *plan, ProgramOption hook, Error *error)
{
    uint64_t *seen = NULL;
    size_t count = 0;
    int failed = 0;
    for (size_t i = 0; (failed == 0 || hook == PROGRAM_CLEANUP) && i < plan->count; i++) {
        PlanPoint *planned = &plan->points[i];
        if (planned->program == NULL || planned->program->spec.option[hook][0] == '\0') {
            continue;
        }
        const ProgramSpec spec = plan_program(planned);
        ProgramSpec resolved;
        Error *first = failed == 0 ? error : NULL;
        size_t k = 0;
        int bad = program_resolve(&spec, &planned->point, &resolved, first);
        const uint64_t hash = hash_text(HASH_START, resolved.option[hook]);
        while (k < count && seen[k] != hash) {
            k++;
        }
        if (bad == 0 && k == count) {
            interrupt_watch();
            bad = array_append(&seen, &count, &hash, sizeof hash) != 0
                      ? error_set(first, "no memory for the commands of --%s", program_options[hook].name)
                      : hook_run(hook, resolved.option[hook], first);
        }
        failed = failed != 0 ? failed : bad;
    }
    free(seen);
    for (size_t i = 0; failed == 0 && hook == PROGRAM_SETUP && count > 0 && i < plan->count; i++) {
        failed = plan_identify(&plan->points[i], true, error);
    }
    return failed;
}
