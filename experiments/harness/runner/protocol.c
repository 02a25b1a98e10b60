/* See protocol.h. */
#include "experiments/harness/runner/protocol.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "experiments/harness/store/samples.h"

#define YEAR_10000_S 253402300800.0 /* dates have a year of four digits */
#define MAGIC 0x7064656570730a04u   /* no text, and not the bytes of a small number */

void message_write(Message *message, MessageKind kind, const Result *result)
{
    memset(message, 0, sizeof *message);
    message->magic = MAGIC;
    message->kind = kind;
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

/* The numbers of a Result: of `count` doubles each from 0 to below a limit, or NAN for unknown ones. */
static const struct {
    const char *name;
    size_t offset, count;
    double limit;
} numbers[] = {
    {"phases", offsetof(Result, phases), offsetof(Phases, launch_gaps) / sizeof(double), SAMPLES_LIMIT},
    {"interference", offsetof(Result, interference), sizeof(Interference) / sizeof(double), SAMPLES_LIMIT},
    {"steal", offsetof(Result, interference.steal), 1, 1.0 + DBL_EPSILON},    /* a share */
    {"throttle", offsetof(Result, interference.throttle), 1, 1.0 + UINT_MAX}, /* bits */
    {"loop_s", offsetof(Result, loop_s), 1, SAMPLES_LIMIT},
    {"accuracy", offsetof(Result, accuracy), 2, INFINITY}, /* maybe in units of 2^-53 */
};

/* The first number that is none of its quantity; NULL if all are. */
static const char *number_out_of_range(const Result *result)
{
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const double *value = (const double *)(const void *)((const char *)result + numbers[i].offset);
        for (size_t at = 0; at < numbers[i].count; at++) {
            if (!isnan(value[at]) && !(value[at] >= 0.0 && value[at] < numbers[i].limit)) {
                return numbers[i].name;
            }
        }
    }
    return NULL;
}

/* The name of a field with a value that no worker writes; NULL if there is none. */
static const char *invalid_field(const Message *message, Result *result)
{
    const Phases *phases = &result->phases;
    const bool is_sample = result->started_s >= 0.0 && result->started_s < YEAR_10000_S &&
                           result->loop_s != 0.0 && phases->kernel_s > 0.0 && phases->total_s > 0.0;
    return message->magic != MAGIC                                             ? "magic"
           : message->kind >= MESSAGE_KINDS                                    ? "kind"
           : message->kind != MESSAGE_SAMPLE                                   ? NULL
           : result->status >= STATUSES                                        ? "status"
           : result->last > 1                                                  ? "last"
           : result->sampled > 1                                               ? "sampled"
           : result->accuracy.precision >= PRECISIONS                          ? "precision"
           : (result->flags & ~(unsigned)FLAGS_OF_SAMPLES) != 0                ? "flags"
           : !clean_text(result->stop, sizeof result->stop)                    ? "stop"
           : result->stop[0] != '\0' && status_parse(result->stop) == STATUSES ? "stop"
           : !clean_text(result->detail, sizeof result->detail)                ? "detail"
           : !clean_text(result->devices, sizeof result->devices)              ? "devices"
           : !(result->sampled != 0 ? is_sample : !status_is_right(result->status))
               ? "times"
               : number_out_of_range(result);
}

int message_read(const Message *message, MessageKind *kind, Result *result)
{
    *result = message->kind == MESSAGE_SAMPLE ? message->result : (Result){.status = STATUS_OK};
    result->crashed = result->killed = 0;
    result->noise = NAN;
    const char *field = invalid_field(message, result);
    if (field != NULL) {
        snprintf(result->detail, sizeof result->detail, "%s", field);
        return -1;
    }
    *kind = (MessageKind)message->kind;
    return 0;
}
