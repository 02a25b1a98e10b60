/* See interrupt.h. */
#include "experiments/harness/runner/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t interrupt_count;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    interrupt_count++;
}

void interrupt_watch(void)
{
    struct sigaction action = {.sa_handler = on_interrupt};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    struct sigaction before;
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) { /* nohup */
        sigaction(SIGHUP, &action, NULL);
    }
}

int interrupted(void)
{
    return (int)interrupt_count;
}
