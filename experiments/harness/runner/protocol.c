/* See protocol.h. */
#include "experiments/harness/runner/protocol.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "common/text/text.h"
#include "experiments/harness/store/flags.h"

#define MAGIC 0x7064656570730a04u /* no text, and not the bytes of a small number */

void message_write(Message *message, MessageKind kind, const Result *result)
{
    *message = (Message){.magic = MAGIC, .kind = kind};
    if (result != NULL) {
        message->result = *result;
    }
}

/* Replaces control characters by blanks and makes the text valid UTF-8: a program's output may be neither,
 * and a cut may split a character. False if the text does not end within `size` bytes. */
static bool clean_text(char *text, size_t size)
{
    if (memchr(text, '\0', size) == NULL) {
        return false;
    }
    text_make_utf8(text);
    for (; *text != '\0'; text++) {
        *text = text_is_control(*text) ? ' ' : *text;
    }
    return true;
}

/* Times, counts or shares in the range of a samples file, or NAN for unknown ones. */
static bool are_measured(const void *numbers, size_t bytes)
{
    const double *value = numbers;
    for (size_t i = 0; i < bytes / sizeof *value; i++) {
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

int message_read(const Message *message, MessageKind *kind, Result *result)
{
    const Phases *phases = &result->phases;
    const Accuracy *accuracy = &result->accuracy;
    *result = message->result;
    result->crashed = result->killed = 0;
    result->noise = NAN;
    if (message->magic != MAGIC || message->kind >= MESSAGE_KINDS || result->status >= STATUSES ||
        result->last > 1 || result->sampled > 1 || accuracy->precision >= PRECISIONS ||
        (result->flags & ~(unsigned)FLAGS_OF_SAMPLES) != 0 ||
        !are_measured(&accuracy->relative, sizeof accuracy->relative) ||
        !are_measured(&accuracy->units, sizeof accuracy->units) || !are_measured(phases, sizeof *phases) ||
        !are_measured(&result->interference, sizeof result->interference) ||
        result->interference.throttle > UINT_MAX || /* bits */
        !are_measured(&result->loop_s, sizeof result->loop_s) ||
        !clean_text(result->stop, sizeof result->stop) ||
        (result->stop[0] != '\0' && status_parse(result->stop) == STATUSES) ||
        !clean_text(result->detail, sizeof result->detail) ||
        !clean_text(result->devices, sizeof result->devices)) {
        return -1;
    }
    *kind = (MessageKind)message->kind;
    const bool is_sample = is_date(result->started_s) && result->loop_s != 0.0 && phases->kernel_s > 0.0 &&
                           phases->total_s > 0.0;
    const bool may_lack_sample = *kind != MESSAGE_SAMPLE || !status_is_right(result->status);
    return (result->sampled != 0 ? is_sample : may_lack_sample) ? 0 : -1;
}
