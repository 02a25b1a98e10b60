/* See words.h. */
#include "common/text/words.h"

#include <string.h>

#include "common/text/text.h"

static const char blanks[] = " \t";

/* Words that only a shell can interpret, if no character of them is quoted. */
#define OPERATORS "^([|][|&]?|&&?)$|^[0-9]*[<>]|;$"

int words_split(const char *text, char *buffer, char **word, size_t most, Error *error)
{
    size_t count = 0;
    char *to = buffer;
    for (const char *at = text + strspn(text, blanks); *at != '\0'; at += strspn(at, blanks)) {
        bool quoted = false;
        if (count == most) {
            return error_set(error, "it has more than %zu words; put them into a script", most);
        }
        char quote = '\0'; /* of the quoted text around `at`; 0: none */
        word[count++] = to;
        for (; *at != '\0' && (quote != '\0' || strchr(blanks, *at) == NULL); at++) {
            const bool opens = quote == '\0' && (*at == '\'' || *at == '"');
            const bool is_special = quote == '\0' || (quote == '"' && (at[1] == '"' || at[1] == '\\'));
            const bool escapes = *at == '\\' && is_special;
            quoted = quoted || opens || escapes;
            if (opens || *at == quote) {
                quote = opens ? *at : '\0';
                continue;
            }
            if (escapes && *++at == '\0') {
                return error_set(error, "it ends with a backslash; write two for a backslash");
            }
            *to++ = *at;
        }
        if (quote != '\0') {
            return error_set(error, "a %c is not closed; close it, or write \\%c", quote, quote);
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
