/* See text.h. */
#include "common/text/text.h"

#include <math.h>
#include <regex.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool text_is_control(char c)
{
    return ((unsigned char)c < ' ' && c != '\0') || c == 127;
}

/* Those above 0x7f take two bytes in UTF-8. */
void text_replace_controls(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c != '\0'; c++) {
        if (text_is_control((char)*c) || (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)) {
            c[*c == 0xc2] = '?';
            *c = '?';
        }
    }
}

bool text_has_control(const char *text)
{
    const size_t length = strlen(text);
    bool found = false;
    for (size_t i = 0; i < length; i++) { /* no early exit: the compiler can vectorize */
        found |= (unsigned char)text[i] < ' ' || text[i] == 127;
    }
    return found;
}

bool text_is_name(const char *text)
{
    return text[0] >= 'a' && text[0] <= 'z' &&
           text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

size_t text_find(const char *text, size_t length, const char *const *words, size_t count)
{
    size_t i = 0;
    while (i < count && (strlen(words[i]) != length || strncmp(text, words[i], length) != 0)) {
        i++;
    }
    return i;
}

bool text_matches(const char *text, const char *expression)
{
    regex_t pattern;
    if (regcomp(&pattern, expression, REG_EXTENDED | REG_NOSUB) != 0) {
        return false;
    }
    const bool found = regexec(&pattern, text, 0, NULL, 0) == 0;
    regfree(&pattern);
    return found;
}

bool text_number(const char *text, size_t length, double *value)
{
    char copy[64], *end;
    snprintf(copy, sizeof copy, "%.*s", (int)length, text);
    char *exponent = strpbrk(copy, "dD");
    if (exponent != NULL) {
        *exponent = 'e';
    }
    *value = strtod(copy, &end);
    return length > 0 && strspn(copy, "0123456789+-.eE") == length && *end == '\0' && isfinite(*value);
}

size_t text_mark(const char *text)
{
    const char mark[] = "\xef\xbb\xbf";
    return strncmp(text, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
}

/* Length of the UTF-8 sequence at `c`; 0 if it is none, or a control character of two bytes. The ranges are
 * those of RFC 3629, section 4. */
static size_t sequence_length(const unsigned char *c)
{
    const size_t length = c[0] < 0x80   ? 1
                          : c[0] < 0xc2 ? 0
                          : c[0] < 0xe0 ? 2
                          : c[0] < 0xf0 ? 3
                          : c[0] < 0xf5 ? 4
                                        : 0;
    for (size_t i = 1; i < length; i++) { /* a terminating 0 ends it too */
        if ((c[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    const bool overlong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
    const bool no_character = (c[0] == 0xed && c[1] >= 0xa0) || (c[0] == 0xf4 && c[1] >= 0x90);
    const bool control = c[0] == 0xc2 && c[1] < 0xa0;
    return overlong || no_character || control ? 0 : length;
}

void text_make_utf8(char *text)
{
    while (*text != '\0') {
        const size_t length = sequence_length((const unsigned char *)text);
        if (length == 0) {
            *text = '?';
        }
        text += length > 0 ? length : 1;
    }
}

void text_append(char *text, size_t size, const char *separator, const char *format, ...)
{
    size_t used = strlen(text);
    va_list arguments;
    if (used > 0) {
        snprintf(text + used, size - used, "%s", separator);
        used = strlen(text);
    }
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

void json_print(FILE *stream, const char *text)
{
    fputc('"', stream);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            fprintf(stream, "\\%c", *text);
        } else if (text_is_control(*text)) {
            fprintf(stream, "\\u%04x", (unsigned char)*text);
        } else {
            fputc(*text, stream);
        }
    }
    fputc('"', stream);
}

const char *list_next(const char **rest, size_t *length)
{
    const char *name = *rest;
    if (name == NULL || *name == '\0') {
        return NULL;
    }
    *length = strcspn(name, (char[]){LIST_SEPARATOR, '\0'});
    *rest = name + *length + (name[*length] != '\0');
    return name;
}

const char *list_value(const char *list, const char *name, size_t name_length, size_t *length)
{
    size_t item_length = 0;
    for (const char *item; (item = list_next(&list, &item_length)) != NULL;) {
        if (item_length > name_length && item[name_length] == '=' && memcmp(item, name, name_length) == 0) {
            *length = item_length - name_length - 1;
            return item + name_length + 1;
        }
    }
    return NULL;
}

void format_number(double value, char *text, size_t size)
{
    const double magnitude = fabs(value);
    if (magnitude >= 99.95 || magnitude == 0.0) {
        snprintf(text, size, magnitude < 1e15 ? "%.0f" : "%.2e", value);
    } else {
        format_uncertain(value, 0, text, size);
    }
}

void format_uncertain(double value, double half_width, char *text, size_t size)
{
    int digits = isnan(half_width) ? 2 : half_width < 0.05 ? 3 : half_width < 0.5 ? 2 : 1;
    char rounded[32];
    if (isnan(value)) {
        text[0] = '\0';
        return;
    }
    snprintf(rounded, sizeof rounded, "%.*e", digits - 1, value);
    long exponent = strtol(strchr(rounded, 'e') + 1, NULL, 10);
    int decimals = digits - 1 - (int)exponent;
    if (decimals > 8 || exponent >= 15) {
        snprintf(text, size, "%s", rounded);
    } else {
        snprintf(text, size, "%.*f", decimals > 0 ? decimals : 0, strtod(rounded, NULL));
    }
}

static const struct {
    double scale;
    const char *unit;
} units[] = {{1.0, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};

void format_time(double time_s, char *text, size_t size)
{
    char number[32];
    size_t unit = 0;
    if (isnan(time_s)) {
        text[0] = '\0';
        return;
    }
    while (unit < 3 && time_s < units[unit].scale * 0.9995) {
        unit++;
    }
    format_number(time_s / units[unit].scale, number, sizeof number);
    snprintf(text, size, "%s %s", number, units[unit].unit);
}

void format_duration(double time_s, char *text, size_t size)
{
    const double day_s = 86400.0, year_s = 365.25 * day_s;
    if (time_s >= 2.0 * year_s) {
        char number[32];
        format_number(time_s / year_s, number, sizeof number);
        snprintf(text, size, "%s years", number);
        return;
    }
    const unsigned long whole_s = (unsigned long)(time_s + 0.5);
    if (time_s >= 2.0 * day_s) {
        snprintf(text, size, "%.0f days", time_s / day_s);
    } else if (whole_s >= 3600) {
        snprintf(text, size, "%lu h %02lu min", whole_s / 3600, whole_s / 60 % 60);
    } else if (whole_s >= 60) {
        snprintf(text, size, "%lu min %02lu s", whole_s / 60, whole_s % 60);
    } else {
        snprintf(text, size, "%lu s", whole_s);
    }
}
