/* See protocol.h. */
#include "experiments/harness/runner/protocol.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "common/text/text.h"
#include "experiments/harness/store/flags.h"

#define MAGIC 0x7064656570730a04u /* no text, and not the bytes of a small number */

void message_write(Message *message, MessageKind kind, const Outcome *outcome)
{
    *message = (Message){.magic = MAGIC, .kind = kind};
    if (outcome != NULL) {
        message->status = outcome->status;
        message->last = outcome->last;
        message->sampled = outcome->sampled;
        message->started_s = outcome->started_s;
        message->input_hash = outcome->input_hash;
        memcpy(message->stop, outcome->stop, sizeof message->stop);
        message->flags = outcome->flags;
        message->precision = outcome->accuracy.precision;
        message->error[0] = outcome->accuracy.relative;
        message->error[1] = outcome->accuracy.units;
        memcpy(message->phases, &outcome->phases, sizeof message->phases);
        memcpy(message->interference, &outcome->interference, sizeof message->interference);
        message->loop_s = outcome->loop_s;
        memcpy(message->detail, outcome->detail, sizeof message->detail);
        memcpy(message->devices, outcome->devices, sizeof message->devices);
    }
}

/* Copies a text that ends within `size` bytes, control characters as blanks. 0 or -1. */
static int copy_text(char *to, const char *from, size_t size)
{
    if (memchr(from, '\0', size) == NULL) {
        return -1;
    }
    for (; *from != '\0'; from++) {
        *to++ = text_is_control(*from) ? ' ' : *from;
    }
    *to = '\0';
    return 0;
}

/* Is it one of the words that a worker may give for a stop? */
static bool is_stop(const char *word)
{
    return word[0] == '\0' || status_parse(word) != STATUSES;
}

/* Are they times, counts or shares, or NAN for unknown ones? A samples file may hold as much. */
static bool are_measured(const double *value, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isnan(value[i]) && !(value[i] >= 0.0 && value[i] < 1e12)) {
            return false;
        }
    }
    return true;
}

/* Can it be written with a year of four digits? */
static bool is_date(double date_s)
{
    return date_s >= 0.0 && date_s < 253402300800.0;
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

int message_read(const Message *message, MessageKind *kind, Outcome *outcome)
{
    *outcome = (Outcome){.status = STATUS_FAILED};
    if (message->magic != MAGIC || message->kind >= MESSAGE_KINDS || message->status >= STATUSES ||
        message->last > 1 || message->sampled > 1 || message->precision >= PRECISIONS ||
        !are_measured(message->error, COUNT(message->error)) ||
        (message->flags & ~(uint32_t)FLAGS_OF_SAMPLES) != 0 ||
        !are_measured(message->phases, COUNT(message->phases)) ||
        !are_measured(message->interference, COUNT(message->interference)) ||
        !are_measured(&message->loop_s, 1) ||
        (message->sampled == 1 && (message->loop_s == 0.0 || !is_date(message->started_s))) ||
        copy_text(outcome->stop, message->stop, sizeof outcome->stop) != 0 || !is_stop(outcome->stop) ||
        copy_text(outcome->detail, message->detail, sizeof outcome->detail) != 0 ||
        copy_text(outcome->devices, message->devices, sizeof outcome->devices) != 0) {
        return -1;
    }
    *kind = (MessageKind)message->kind;
    outcome->status = (Status)message->status;
    outcome->last = message->last != 0;
    outcome->sampled = message->sampled != 0;
    outcome->flags = message->flags;
    outcome->accuracy = (Accuracy){message->error[0], message->error[1], (Precision)message->precision};
    outcome->started_s = message->started_s;
    outcome->input_hash = message->input_hash;
    memcpy(&outcome->phases, message->phases, sizeof outcome->phases);
    memcpy(&outcome->interference, message->interference, sizeof outcome->interference);
    outcome->loop_s = message->loop_s;
    outcome->noise = NAN;
    bool timed = outcome->phases.kernel_s > 0.0 && outcome->phases.total_s > 0.0;
    bool says_right = *kind == MESSAGE_SAMPLE && status_is_right(outcome->status);
    return outcome->sampled ? (timed ? 0 : -1) : (says_right ? -1 : 0);
}

int pipe_read(int fd, void *buffer, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = read(fd, (char *)buffer + done, size - done);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return -1;
        }
        done += (size_t)got;
    }
    return 0;
}

int pipe_write(int fd, const void *buffer, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t put = write(fd, (const char *)buffer + done, size - done);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put <= 0) {
            return -1;
        }
        done += (size_t)put;
    }
    return 0;
}
