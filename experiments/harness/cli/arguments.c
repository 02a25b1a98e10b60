/* See arguments.h. Not getopt: it accepts abbreviated names, and its errors depend on the C library and on
 * POSIXLY_CORRECT. */
#include "experiments/harness/cli/arguments.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/system/array.h"
#include "common/text/text.h"
#include "experiments/harness/cli/nearest.h"

static const Option help_option = {"help", NULL, take_flag, 0, "show this help", NULL};

/* ---- reading ---- */

/* The option of "--name", "--name=VALUE", "-o" or "-Ivalue". */
static const Option *find_option(const Usage *usage, const char *given)
{
    const char *letter = usage->letters != NULL && given[1] != '-' ? strchr(usage->letters, given[1]) : NULL;
    const size_t length = strcspn(given + 2, "=");
    if (letter != NULL && (given[2] == '\0' || isupper((unsigned char)given[1]))) {
        return &usage->options[letter - usage->letters];
    }
    if (strcmp(given, "-h") == 0) {
        return &help_option;
    }
    for (size_t i = 0; given[1] == '-' && i <= usage->count; i++) {
        const Option *option = i < usage->count ? &usage->options[i] : &help_option;
        if (option->take != NULL && strncmp(option->name, given + 2, length) == 0 &&
            option->name[length] == '\0') {
            return option;
        }
    }
    return NULL;
}

static int unknown_option(const Usage *usage, const char *given, Error *error)
{
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(given, "="), given);
    if (usage->count == 0) {
        return error_set(error, "%s is not an option here; %s takes none", name, usage->command);
    }
    Nearest nearest = nearest_to(name + 2);
    nearest.prefix = "--";
    nearest_offer(&nearest, help_option.name);
    for (size_t i = 0; i < usage->count; i++) {
        if (usage->options[i].take != NULL && usage->options[i].take != take_renamed) {
            nearest_offer(&nearest, usage->options[i].name);
        }
    }
    const char *hint = nearest_hint(&nearest);
    return hint[0] != '\0' ? error_set(error, "there is no option %s%s", name, hint)
                           : error_set(error, "there is no option %s (speedup %s --help shows all)", name,
                                       usage->command);
}

/* A row is one line with fields of limited length. */
static int check_value(const Option *option, const char *text, Error *error)
{
    size_t length = strlen(text);
    size_t most = option->take == take_text   ? TEXT_MOST
                  : option->take == take_path ? TEXT_MOST_PATH
                                              : SIZE_MAX;
    if (length == 0) {
        return error_set(error, "--%s: the value is empty", option->name);
    }
    if (option->take != take_code && text_has_control(text)) {
        return error_set(error, "--%s: the value has a control character; leave it out", option->name);
    }
    return length <= most
               ? 0
               : error_set(error,
                           "--%s: the value has %zu bytes, at most %zu are allowed; give a shorter one",
                           option->name, length, most);
}

/* Reads the option in argv[*at] and its value, which may be in the next one. */
static int read_option(const Usage *usage, char **argv, int *at, void *into, Words *words, Error *error)
{
    char *given = argv[*at], *equals = strchr(given, '=');
    const Option *option = find_option(usage, given);
    char *text = equals != NULL ? equals + 1 : NULL;
    if (given[1] != '-') {
        text = given[2] != '\0' ? given + 2 : NULL;
    }
    if (option == NULL) {
        return given[1] == '-'
                   ? unknown_option(usage, given, error)
                   : error_set(error, "there is no option %s; long options begin with two dashes", given);
    }
    if (option->take == take_renamed) {
        return error_set(error, "there is no option --%s; it is now called %s", option->name,
                         option->default_text);
    }
    if (option->value == NULL && text != NULL) {
        return error_set(error, "--%s takes no value", option->name);
    }
    if (option->value != NULL && text == NULL) {
        text = argv[++*at];
        if (text == NULL) {
            return error_set(error, "--%s needs a value", option->name);
        }
    }
    if (text != NULL && check_value(option, text, error) != 0) {
        return -1;
    }
    char shown[101]; /* take() may cut the text into pieces */
    snprintf(shown, sizeof shown, "%s", text != NULL ? text : "");
    if (usage->given != NULL && option != &help_option) {
        usage->given[option - usage->options] = true;
    }
    void *field = option == &help_option ? &words->help : (void *)((char *)into + option->where);
    return option->take(text, field, error) == 0
               ? 0
               : error_set(error, "--%s %s: %s", option->name, shown, error->text);
}

static int check_words(const Usage *usage, const Words *words, Error *error)
{
    if (words->count > usage->most) {
        return error_set(error, "'%s' is one word too many (speedup %s --help)", words->word[usage->most],
                         usage->command);
    }
    return words->count >= usage->least ? 0 : error_set(error, "%s", usage->when_too_few);
}

int arguments_read(const Usage *usage, int argc, char **argv, void *into, Words *words, Error *error)
{
    bool options = true;
    *words = (Words){.word = argv + 1};
    for (int i = 1; i < argc; i++) {
        if (!options || argv[i][0] != '-' || argv[i][1] == '\0') {
            words->word[words->count++] = argv[i]; /* never behind i */
        } else if (strcmp(argv[i], "--") == 0) {
            options = false;
            words->plain = words->count;
        } else if (read_option(usage, argv, &i, into, words, error) != 0) {
            return -1;
        }
    }
    words->plain = options ? words->count : words->plain;
    return words->help ? 0 : check_words(usage, words, error);
}

static void print_option(FILE *stream, const Option *option)
{
    char left[48];
    snprintf(left, sizeof left, "--%s %s", option->name, option->value == NULL ? "" : option->value);
    fprintf(stream, "  %-24s %s", left, option->help);
    if (option->default_text != NULL) {
        fprintf(stream, " [%s]", option->default_text);
    }
    fputc('\n', stream);
}

void arguments_help(FILE *stream, const Usage *usage)
{
    if (usage->before != NULL) {
        fprintf(stream, "%s\n", usage->before);
    }
    if (usage->count == 0 || usage->options[0].take != NULL) {
        fputc('\n', stream);
    }
    for (size_t i = 0; i < usage->count; i++) {
        if (usage->options[i].take == NULL) {
            fprintf(stream, "\n%s\n", usage->options[i].name);
        } else if (usage->options[i].help != NULL) {
            print_option(stream, &usage->options[i]);
        }
    }
    print_option(stream, &help_option);
    if (usage->after != NULL) {
        fprintf(stream, "\n%s\n", usage->after);
    }
}

/* ---- values ---- */

int take_flag(char *text, void *field, Error *error)
{
    (void)text, (void)error;
    *(bool *)field = true;
    return 0;
}

int take_text(char *text, void *field, Error *error)
{
    (void)error;
    *(const char **)field = text;
    return 0;
}

int take_code(char *text, void *field, Error *error)
{
    return take_text(text, field, error);
}

int take_path(char *text, void *field, Error *error)
{
    return take_text(text, field, error);
}

int take_word(char *text, void *field, Error *error)
{
    Names *names = field;
    return array_append(&names->names, &names->count, &text, sizeof text) == 0
               ? 0
               : error_set(error, "no memory for it");
}

bool names_add(Names *names, const char *option, const void *words, size_t count)
{
    bool enough = true;
    for (size_t i = 0; enough && i < count; i++) {
        enough = (option == NULL || names_add(names, NULL, &option, 1)) &&
                 array_append(&names->names, &names->count, (char *const *)words + i, sizeof(char *)) == 0;
    }
    return enough;
}

int take_names(char *text, void *field, Error *error)
{
    int failed = 0;
    for (char *item; failed == 0 && (item = strsep(&text, ",")) != NULL;) {
        failed = item[0] != '\0'
                     ? take_word(item, field, error)
                     : error_set(error, "an empty name; give names separated by single commas, as a,b");
    }
    return failed;
}

int take_renamed(char *text, void *field, Error *error)
{
    (void)text, (void)field;
    return error_set(error, "this option has another name now");
}

/* Does parse_count accept it? */
static bool is_count(double value, size_t most)
{
    return value >= 1.0 && value <= (double)most && value == floor(value);
}

/* Advice for a count that is not a whole number: for "1k" both readings, for "1e3" the digits. */
static void advise_count(const char *text, size_t most, char *advice, size_t size)
{
    static const char suffixes[] = "kmg";
    char *end;
    const double number = strtod(text, &end);
    const char *suffix =
        *end != '\0' && end[1] == '\0' ? strchr(suffixes, tolower((unsigned char)*end)) : NULL;
    const double power = suffix != NULL ? (double)(suffix - suffixes + 1) : 0.0;
    const double binary = number * pow(1024.0, power), decimal = number * pow(1000.0, power);
    snprintf(advice, size, "give one from 1 up");
    if (text[0] < '0' || text[0] > '9' || !is_count(binary, most) || !is_count(decimal, most)) {
        return;
    }
    if (suffix != NULL) {
        snprintf(advice, size, "write %.0f or %.0f", binary, decimal);
    } else if (*end == '\0') {
        snprintf(advice, size, "write %.0f", number);
    }
}

int parse_count(const char *text, size_t most, size_t *value, Error *error)
{
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || text[digits] != '\0') {
        char advice[80];
        advise_count(text, most, advice, sizeof advice);
        return error_set(error, "'%s' is not a whole number; %s", text, advice);
    }
    uint64_t parsed;
    if (!parse_whole(text, 0, most, &parsed)) {
        return error_set(error, "%s is too large; the maximum is %zu", text, most);
    }
    if (parsed == 0) {
        return error_set(error, "0 is not allowed; give a number from 1 up");
    }
    *value = (size_t)parsed;
    return 0;
}

bool parse_whole(const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    const size_t digits = strspn(text, "0123456789");
    errno = 0;
    *value = strtoull(text, NULL, 10);
    return digits > 0 && text[digits] == '\0' && errno == 0 && *value >= least && *value <= most;
}

int take_count(char *text, void *field, Error *error)
{
    return parse_count(text, (size_t)1 << 40, field, error);
}

int take_seed(char *text, void *field, Error *error)
{
    return parse_whole(text, 0, UINT64_MAX, field)
               ? 0
               : error_set(error, "this is not a seed; give a whole number from 0 to 2^64 - 1");
}

int take_seconds(char *text, void *field, Error *error)
{
    char *end;
    double parsed = strtod(text, &end);
    if (end == text || *end != '\0' || !(parsed >= 0.0 && parsed <= 1e9)) {
        return error_set(error, "this is not a time in seconds; give a number such as 0.5 or 10");
    }
    *(double *)field = parsed;
    return 0;
}

bool parse_share(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    if (end != text && *end == '%') {
        *value /= 100.0;
        end++;
    }
    return end != text && *end == '\0';
}

int take_share(char *text, void *field, Error *error)
{
    double parsed;
    if (!parse_share(text, &parsed) || !(parsed > 0.0 && parsed < 1.0)) {
        return error_set(error, "this is not a share between 0 and 1; give 1%% or 0.01");
    }
    *(double *)field = parsed;
    return 0;
}
