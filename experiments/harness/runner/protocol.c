/* See protocol.h. */
#include "experiments/harness/runner/protocol.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "common/text/text.h"
#include "experiments/harness/store/flags.h"

#define MAGIC 0x7064656570730a04u /* no text, and not the bytes of a small number */

void message_write(Message *message, MessageKind kind, const Result *result)
{
    *message = (Message){.magic = MAGIC, .kind = kind};
    if (result == NULL) {
        return;
    }
    message->status = result->status;
    message->last = result->last;
    message->sampled = result->sampled;
    message->started_s = result->started_s;
    message->loop_s = result->loop_s;
    message->input_hash = result->input_hash;
    message->flags = result->flags;
    message->precision = result->accuracy.precision;
    message->error[0] = result->accuracy.relative;
    message->error[1] = result->accuracy.units;
    memcpy(message->stop, result->stop, sizeof message->stop);
    memcpy(message->phases, &result->phases, sizeof message->phases);
    memcpy(message->interference, &result->interference, sizeof message->interference);
    memcpy(message->detail, result->detail, sizeof message->detail);
    memcpy(message->devices, result->devices, sizeof message->devices);
}

/* Copies a text that ends within `size` bytes, control characters as blanks. */
static bool copy_text(char *to, const char *from, size_t size)
{
    if (memchr(from, '\0', size) == NULL) {
        return false;
    }
    for (; *from != '\0'; from++) {
        *to++ = text_is_control(*from) ? ' ' : *from;
    }
    *to = '\0';
    return true;
}

/* Times, counts or shares in the range of a samples file, or NAN for unknown ones. */
static bool are_measured(const double *value, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isnan(value[i]) && !(value[i] >= 0.0 && value[i] < 1e12)) {
            return false;
        }
    }
    return true;
}

/* A year of four digits. */
static bool is_date(double date_s)
{
    return date_s >= 0.0 && date_s < 253402300800.0;
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

int message_read(const Message *message, MessageKind *kind, Result *result)
{
    *result = (Result){.status = STATUS_FAILED, .noise = NAN};
    if (message->magic != MAGIC || message->kind >= MESSAGE_KINDS || message->status >= STATUSES ||
        message->last > 1 || message->sampled > 1 || message->precision >= PRECISIONS ||
        (message->flags & ~(uint32_t)FLAGS_OF_SAMPLES) != 0 ||
        !are_measured(message->error, COUNT(message->error)) ||
        !are_measured(message->phases, COUNT(message->phases)) ||
        !are_measured(message->interference, COUNT(message->interference)) ||
        !are_measured(&message->loop_s, 1) || !copy_text(result->stop, message->stop, sizeof result->stop) ||
        (result->stop[0] != '\0' && status_parse(result->stop) == STATUSES) ||
        !copy_text(result->detail, message->detail, sizeof result->detail) ||
        !copy_text(result->devices, message->devices, sizeof result->devices)) {
        return -1;
    }
    *kind = (MessageKind)message->kind;
    result->status = (Status)message->status;
    result->last = message->last != 0;
    result->sampled = message->sampled != 0;
    result->flags = message->flags;
    result->accuracy = (Accuracy){message->error[0], message->error[1], (Precision)message->precision};
    result->started_s = message->started_s;
    result->loop_s = message->loop_s;
    result->input_hash = message->input_hash;
    memcpy(&result->phases, message->phases, sizeof result->phases);
    memcpy(&result->interference, message->interference, sizeof result->interference);
    const bool is_sample = is_date(result->started_s) && result->loop_s != 0.0 &&
                           result->phases.kernel_s > 0.0 && result->phases.total_s > 0.0;
    const bool may_lack_sample = *kind != MESSAGE_SAMPLE || !status_is_right(result->status);
    return (result->sampled ? is_sample : may_lack_sample) ? 0 : -1;
}

int pipe_read(int fd, void *buffer, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = read(fd, (char *)buffer + done, size - done);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return -1;
        }
        done += got > 0 ? (size_t)got : 0;
    }
    return 0;
}

int pipe_write(int fd, const void *buffer, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t put = write(fd, (const char *)buffer + done, size - done);
        if (put == 0 || (put < 0 && errno != EINTR)) {
            return -1;
        }
        done += put > 0 ? (size_t)put : 0;
    }
    return 0;
}
