/* See words.h. */
#include "common/text/words.h"

#include <string.h>

#include "common/text/text.h"

static const char blanks[] = " \t";

/* Words that only a shell can interpret, if no character of them is quoted. */
#define OPERATORS "^([|][|&]?|&&?)$|^[0-9]*[<>]|;$"

/* Copies the quoted text at *at, which begins with a quote, and moves *at behind it. False if it has no end.
 */
static bool copy_quoted(const char **at, char **to)
{
    const char quote = **at;
    for (++*at; **at != quote; ++*at) {
        if (quote == '"' && **at == '\\' && ((*at)[1] == '"' || (*at)[1] == '\\')) {
            ++*at;
        }
        if (**at == '\0') {
            return false;
        }
        *(*to)++ = **at;
    }
    ++*at;
    return true;
}

int words_split(const char *text, char *buffer, char **word, size_t most, Error *error)
{
    size_t count = 0;
    char *to = buffer;
    for (const char *at = text + strspn(text, blanks); *at != '\0'; at += strspn(at, blanks)) {
        bool quoted = false;
        if (count == most) {
            return error_set(error, "it has more than %zu words; put them into a script", most);
        }
        word[count++] = to;
        while (*at != '\0' && strchr(blanks, *at) == NULL) {
            if (*at == '\'' || *at == '"') {
                const char quote = *at;
                quoted = true;
                if (!copy_quoted(&at, &to)) {
                    return error_set(error, "a %c is not closed; close it, or write \\%c", quote, quote);
                }
                continue;
            }
            if (*at == '\\') {
                quoted = true;
                if (*++at == '\0') {
                    return error_set(error, "it ends with a backslash; write two for a backslash");
                }
            }
            *to++ = *at++;
        }
        *to++ = '\0';
        if (!quoted && text_matches(word[count - 1], OPERATORS)) {
            return error_set(error,
                             "no shell runs it, so '%s' would be an argument; add --shell, or quote it",
                             word[count - 1]);
        }
    }
    word[count] = NULL;
    return (int)count;
}
