/* See captured.h. */
#include "common/text/captured.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char digits[] = "0123456789";

/* Is the character one of these? */
static bool is_in(char c, const char *these)
{
    return c != '\0' && strchr(these, c) != NULL;
}

/* Does a number that ends before `begin` continue there? */
static bool continues_before(const char *line, const char *begin)
{
    const size_t before = (size_t)(begin - line);
    return (before > 0 && (is_in(begin[-1], digits) || begin[-1] == '.')) ||
           (before > 0 && begin[-1] == '-' && (before == 1 || is_in(begin[-2], " \t=:("))) ||
           (before > 1 && begin[-1] == ',' && is_in(begin[-2], digits)) ||
           (before > 2 && is_in(begin[-1], "+-") && is_in(begin[-2], "eE") && is_in(begin[-3], digits));
}

/* Does the number that ends before `end` continue there? The line ends with '\0'. */
static bool continues_behind(const char *end)
{
    return is_in(end[0], digits) || (is_in(end[0], ".,") && is_in(end[1], digits)) ||
           (is_in(end[0], "eE") && (is_in(end[1], digits) || (is_in(end[1], "+-") && is_in(end[2], digits))));
}

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

int captured_number(const regex_t *pattern, const char *line, double *value, Error *error)
{
    int count = 0;
    regmatch_t match[2];
    for (const char *at = line; regexec(pattern, at, 2, match, at > line ? REG_NOTBOL : 0) == 0;) {
        const regmatch_t *number = pattern->re_nsub > 0 && match[1].rm_so >= 0 ? &match[1] : &match[0];
        const char *begin = at + number->rm_so, *end = at + number->rm_eo;
        char *stop;
        const double parsed = strtod(begin, &stop);
        if (continues_before(line, begin) || (end > begin && continues_behind(end))) {
            return error_set(
                error,
                "the pattern captures '%.*s', a part of a longer number, in '%.80s'; match what is "
                "before and behind the number, as in 'time: ([0-9.eE+-]+) s'",
                (int)(end - begin), begin, line);
        }
        if (end == begin || stop != end || strspn(begin, "0123456789.eE+-") < (size_t)(end - begin) ||
            !isfinite(parsed)) {
            return error_set(
                error,
                "the pattern captures '%.*s', which is not a number, in '%.80s'; put the number, "
                "and nothing else, into its first group, as in 'time: ([0-9.eE+-]+) s'",
                (int)(end - begin < 40 ? end - begin : 40), begin, line);
        }
        *value = parsed;
        count++;
        at += match[0].rm_eo > 0 ? match[0].rm_eo : 1;
        if (match[0].rm_eo == match[0].rm_so || *at == '\0') {
            break;
        }
    }
    return count;
}
