/* See captured.h. */
#include "common/text/captured.h"

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text/text.h"

int captured_compile(regex_t *pattern, const char *text, Error *error)
{
    char why[200];
    const int code = regcomp(pattern, text, REG_EXTENDED | REG_NEWLINE);
    if (code == 0) {
        return 0;
    }
    regerror(code, pattern, why, sizeof why);
    return error_set(error, "'%s' is not an extended regular expression: %s; grep -E takes the same", text,
                     why);
}

/* A captured number and its place. */
typedef struct Number {
    const char *line, *begin, *end;
    double value, step;
    bool is_list; /* the pattern matches a line that begins with a number, and its commas */
} Number;

/* ---- what a number must not be a part of ---- */

#define HOURS "(h|hrs?|hours?|m|mins?|minutes?)"
#define SECONDS "(s|secs?|seconds?)"
#define GROUP "(['_]|\xc2\xa0|\xe2\x80\xaf|\xe2\x80\x99)" /* separates thousands, as no-break spaces do */
#define ALONE "(^|[^][0-9.,])"                            /* no field of a list */

/* Regular expressions of the number between < and > with what is around it. */
static const struct {
    const char *around, *why;
} parts[] = {
    {"([0-9.]|(^|[ \t=:(])-|[0-9][eEdD][+-])<"
     "|>([0-9]|[.][0-9]|[eEdD][+-]?[0-9])"
     "|[0-9]" GROUP "<[0-9]{3}[.>]"
     "|>" GROUP "[0-9]{3}",
     "a part of a longer number; match what is before and behind it, as in 'time: ([0-9.eEdD+-]+) s'"},
    {"<[0-9]+[hm:][0-9][^>]*>" /* 1m2.5 */
     "|[0-9]:<[0-9]{2}[.>]|>:[0-9]{2}([^0-9]|$)"
     "|[0-9]" HOURS "<|<[0-9]+> *" HOURS " *[0-9]|(^|[^0-9.])[0-9]+ *" HOURS " *<[^>]*> *" SECONDS
     "|[0-9] *" SECONDS " *<[^>]*> *[mun]s|> *" SECONDS " *[0-9.]+ *[mun]s",
     "a part of a time in several units; print the seconds alone"},
    {"<[0-9.]*,[0-9.,]*>"
     "|" ALONE "[1-9][0-9]{0,2}(,[0-9]{3})*,<[0-9]{3}[.,>]" /* 1,234.5 */
     "|" ALONE "[0-9]+,<[0-9]+>([^0-9.,]|$)"                /* 12,5 */
     "|" ALONE "<[0-9]+>,([0-9]+|[0-9]{3}[.][0-9]*)([^0-9.,]|$)"
     "|" ALONE "<[1-9][0-9]{0,2}([.][0-9]{3})+>,[0-9]", /* 1.234,5 */
     "a part of a number with separators; print it without them, or match a list of fields from the begin of "
     "the line, as in '^[0-9]+,([0-9.]+)'"},
};
enum { LONGER, SEVERAL_UNITS, SEPARATORS, PARTS, AROUND = 32 };

/* Why it is a part of something else, with a remedy; NULL if it is not. */
static const char *part_of(const Number *number, bool is_rate)
{
    static regex_t patterns[PARTS]; /* stay: a sum may be of thousands of numbers */
    static bool compiled[PARTS];
    const char *why = NULL;
    char text[3 * AROUND];
    const ptrdiff_t before = number->begin - number->line, length = number->end - number->begin;
    const int shown = before < AROUND ? (int)before : AROUND - 1;
    snprintf(text, sizeof text, "%s%.*s<%.*s>%.*s", before >= AROUND ? "x" : "", shown, number->begin - shown,
             length < AROUND ? (int)length : AROUND, number->begin, AROUND - 4, number->end);
    for (int i = 0; i < PARTS && why == NULL; i++) {
        const bool skipped = (i == SEVERAL_UNITS && is_rate) || (i == SEPARATORS && number->is_list);
        compiled[i] = compiled[i] || regcomp(&patterns[i], parts[i].around, REG_EXTENDED | REG_NOSUB) == 0;
        why = !skipped && compiled[i] && regexec(&patterns[i], text, 0, NULL, 0) == 0 ? parts[i].why : NULL;
    }
    return why;
}

/* ---- units ---- */

/* Seconds of the unit of time that a text begins with, in any case; 0 for other words, also for the labels in
 * "avg 0.5 min 0.4" and "Min: 0.4". */
static double seconds_of(const char *text)
{
    static const struct {
        double seconds;
        const char *names;
    } units[] = {
        {1.0, " s sec secs second seconds "},
        {1e-3, " ms msec msecs millisecond milliseconds "},
        {1e-6, " us \xc2\xb5s \xce\xbcs usec usecs microsecond microseconds "},
        {1e-9, " ns nsec nsecs nanosecond nanoseconds "},
        {60.0, " m min mins minute minutes "},
        {3600.0, " h hr hrs hour hours "},
    };
    const size_t length = strcspn(text, " \t\r.,;:/)]0123456789");
    char word[20];
    double seconds = 0.0;
    snprintf(word, sizeof word, " %.*s ", length < 16 ? (int)length : 0, text);
    for (size_t i = 0; length > 0 && i < sizeof units / sizeof units[0]; i++) {
        seconds = strcasestr(units[i].names, word) != NULL ? units[i].seconds : seconds;
    }
    const char *next = text + length + strspn(text + length, " \t:=");
    return seconds >= 60.0 && isdigit((unsigned char)*next) ? 0.0 : seconds;
}

/* "FLOP/s" of GFLOP/s. */
static const char *skip_prefix(const char *unit)
{
    const bool has = unit[0] != '\0' && strchr("kKMGTP", unit[0]) != NULL && isalpha((unsigned char)unit[1]);
    return unit + has;
}

/* Does a rate begin here that differs from the unit in its prefix: MB/s for GB/s, Mflops for GFLOP/s? */
static bool is_other_rate(const char *text, const char *unit)
{
    const char *base = skip_prefix(unit), *found = skip_prefix(text);
    const size_t length = strcspn(base, "/");
    return strncasecmp(found, base, length) == 0 &&
           (!isalpha((unsigned char)found[length]) || strchr("ps", found[length]) != NULL) &&
           toupper((unsigned char)*text) != toupper((unsigned char)*unit);
}

/* Sets *scale to the seconds of the unit, or to 1 for a rate; `named` begins with the second group, or is "".
 * NULL, or why the unit is not known, with a remedy. */
static const char *choose_scale(const Number *number, const char *named, const CapturedUnit *unit,
                                double *scale)
{
    const char *behind = number->end + strspn(number->end, " \t[(");
    const double named_s = seconds_of(named), behind_s = seconds_of(behind);
    *scale = unit->is_rate ? 1.0 : named_s;
    if (*scale == 0.0 && named != behind) {
        *scale = seconds_of(unit->name);
    }
    const bool differs = unit->is_rate ? is_other_rate(behind, unit->name)
                                       : named_s == 0.0 && behind_s > 0.0 && behind_s != *scale;
    return *scale == 0.0
               ? "a number without a known unit; have the second group of the pattern find s, ms, us, "
                 "ns or min, or give --time-unit and no second group"
           : differs ? "a number in another unit than the given one; print one unit, or have a second group "
                       "of the pattern find that of a time, as in 'time: ([0-9.]+) *([a-z]+)'"
                     : NULL;
}

/* ---- numbers ---- */

/* Reads the text from begin to end. False if it is no number. */
static bool read_number(Number *number)
{
    const size_t length = (size_t)(number->end - number->begin), mantissa = strcspn(number->begin, "eEdD");
    const char *point = memchr(number->begin, '.', length);
    const double decimals = point != NULL ? (double)strspn(point + 1, "0123456789") : 0.0;
    const double exponent = mantissa < length ? strtod(number->begin + mantissa + 1, NULL) : 0.0;
    number->step = pow(10.0, exponent - decimals);
    return text_number(number->begin, length, &number->value);
}

int captured_add(const regex_t *pattern, const char *line, const CapturedUnit *unit, Captured *captured,
                 Error *error)
{
    regmatch_t match[3];
    for (const char *at = line; regexec(pattern, at, 3, match, at > line ? REG_NOTBOL : 0) == 0;) {
        const regmatch_t *group = pattern->re_nsub > 0 && match[1].rm_so >= 0 ? &match[1] : &match[0];
        const char *named = pattern->re_nsub > 1 && match[2].rm_so >= 0 ? at + match[2].rm_so : "";
        Number number = {.line = line, .begin = at + group->rm_so, .end = at + group->rm_eo};
        const ptrdiff_t length = number.end - number.begin;
        number.is_list = at + match[0].rm_so == line && line[0] >= '0' && line[0] <= '9' &&
                         (number.begin > line || match[0].rm_eo > group->rm_eo);
        double scale = 1.0;
        const char *why = length > 0 ? part_of(&number, unit->is_rate) : NULL;
        if (why == NULL && !read_number(&number)) {
            why = "which is not a number; put the number, and nothing else, into the first group of the "
                  "pattern, as in 'time: ([0-9.eE+-]+) s'";
        } else if (why == NULL) {
            why = choose_scale(&number, named, unit, &scale);
        }
        if (why != NULL) {
            const size_t reason = strcspn(why, ";"); /* a remedy follows */
            return error_set(error, "the pattern captures '%.*s', %.*s, in '%.80s'%s",
                             (int)(length < 40 ? length : 40), number.begin, (int)reason, why, line,
                             why + reason);
        }
        captured->last = scale * number.value;
        captured->last_step = scale * number.step;
        captured->sum += captured->last;
        captured->sum_steps += captured->last_step;
        captured->count++;
        at += match[0].rm_eo > 0 ? match[0].rm_eo : 1;
        if (match[0].rm_eo == match[0].rm_so || *at == '\0') {
            break;
        }
    }
    return 0;
}
