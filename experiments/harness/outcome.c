/* How a command ends: its complaint, and whether somebody interrupted it. See commands.h. */
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "experiments/harness/commands.h"

static volatile sig_atomic_t interrupt_count;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    interrupt_count = 1;
}

void interrupts_watch(void)
{
    struct sigaction action = {.sa_handler = on_interrupt};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int interrupted(void)
{
    return interrupt_count != 0;
}

int complain(const Error *error, int code)
{
    fprintf(stderr, "speedup: %s\n", error->text);
    return code;
}

void mention(const Error *notice)
{
    if (notice->text[0] != '\0') {
        fprintf(stderr, "%s\n", notice->text);
    }
}

/* Asked of the pipe: the errno of a write long ago is gone. */
bool reader_left(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO};
    return poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0;
}

int usage_bad_word(const char *word, int letter, Error *error)
{
    const char *value = strchr(word, '=');
    if (strncmp(word, "--", 2) == 0 && value != NULL) {
        return error_set(error, "%.*s takes no value", (int)(value - word), word);
    }
    return error_set(error, "there is no option -%c; long options begin with two dashes", letter);
}
