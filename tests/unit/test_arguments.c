/* The reader of every command's words: one table of options, one set of rules. tests/bad-inputs.tsv has what
 * it refuses. */
#include "experiments/harness/cli/arguments.h"
#include "experiments/harness/cli/terminal.h"
#include "tests/unit/unit.h"

enum { MOST_WORDS = 12 };

typedef struct Into {
    bool flag, hidden;
    const char *text, *path, *color;
    Names names;
    size_t count;
    uint64_t seed;
    double seconds, share;
} Into;

static const Option options[] = {
    {"First", NULL, NULL, 0, NULL, NULL},
    {"flag", NULL, take_flag, offsetof(Into, flag), "it is so", NULL},
    {"text", "TEXT", take_text, offsetof(Into, text), "some words", "none"},
    {"Second", NULL, NULL, 0, NULL, NULL},
    {"path", "FILE", take_path, offsetof(Into, path), "a file", NULL},
    {"names", "NAMES", take_names, offsetof(Into, names), "who", NULL},
    {"count", "N", take_count, offsetof(Into, count), "how many", "4"},
    {"seed", "N", take_seed, offsetof(Into, seed), "of the generator", "1"},
    {"seconds", "S", take_seconds, offsetof(Into, seconds), "how long", "2"},
    {"share", "SHARE", take_share, offsetof(Into, share), "how much", "1%"},
    {"hidden", NULL, take_flag, offsetof(Into, hidden), NULL, NULL},
    {COLOR_OPTION(offsetof(Into, color))},
};

static const Usage usage = {
    .command = "job",
    .before = "Usage: speedup job A [B]",
    .after = "Exit codes: 0.",
    OPTIONS(options),
    .least = 1,
    .most = 2,
    .when_too_few = "name A, as in: speedup job a",
};

/* Reads "job|WORD|WORD": the words may be empty. */
static int read_words(const char *line, Into *into, Words *words)
{
    static char copy[512], *argv[MOST_WORDS + 1];
    int argc = 0;
    snprintf(copy, sizeof copy, "%s", line);
    char *rest = copy;
    for (char *word = strsep(&rest, "|"); word != NULL && argc < MOST_WORDS; word = strsep(&rest, "|")) {
        argv[argc++] = word;
    }
    argv[argc] = NULL;
    *into = (Into){0};
    return arguments_read(&usage, argc, argv, into, words, &error);
}

/* Taken; the words that are no options, and one of the values, are these. */
static const struct {
    const char *line, *words, *text;
} taken[] = {
    {"job|a", "a", NULL},
    {"job|a|b", "a b", NULL},
    {"job|--text|x|a", "a", "x"},
    {"job|a|--text|x|b", "a b", "x"},
    {"job|--text=x|a|--flag|b", "a b", "x"},
    {"job|a|--text=x=y", "a", "x=y"},
    {"job|a|--text|--flag", "a", "--flag"}, /* what follows an option is its value */
    {"job|a|--text|-|-", "a -", "-"},
    {"job|a|--text|x|--text|y", "a", "y"}, /* the last counts */
    {"job|--text|x|--|--text", "--text", "x"},
    {"job|a|--|--", "a --", NULL},
    {"job|--help", "", NULL},            /* help needs no words ... */
    {"job|-h|a|b|c|d", "a b c d", NULL}, /* ... and minds none */
};

TEST(test_taken)
{
    for (size_t i = 0; i < COUNT_OF(taken); i++) {
        Into into;
        Words words;
        char joined[128] = "";
        if (read_words(taken[i].line, &into, &words) != 0) {
            fail_msg("%s: %s", taken[i].line, error.text);
        }
        for (size_t w = 0; w < words.count; w++) {
            size_t used = strlen(joined);
            snprintf(joined + used, sizeof joined - used, "%s%s", w > 0 ? " " : "", words.word[w]);
        }
        assert_string_equal(joined, taken[i].words);
        assert_string_equal(into.text != NULL ? into.text : "(none)",
                            taken[i].text != NULL ? taken[i].text : "(none)");
        assert_int_equal(words.help, strchr(taken[i].line, 'h') != NULL);
    }
}

TEST(test_fields)
{
    Into into;
    Words words;
    assert_int_equal(
        read_words("job|--names|a,b|--count=7|--seed|18446744073709551615|--seconds|.5", &into, &words),
        -1); /* the words are missing, and all else is taken */
    assert_int_equal(into.names.count, 2);
    assert_string_equal(into.names.names[1], "b");
    assert_int_equal(into.count, 7);
    assert_true(into.seed == UINT64_MAX);
    assert_true(into.seconds == 0.5 && !into.flag && into.path == NULL);
    free(into.names.names);
    assert_ok(
        read_words("job|a|--names=a|--flag|--names|b,c|--share|5%|--path|p|--color|never", &into, &words));
    assert_int_equal(into.names.count, 3); /* lists grow */
    assert_string_equal(into.names.names[0], "a");
    assert_string_equal(into.names.names[2], "c");
    assert_true(into.flag && into.share > 0.0499 && into.share < 0.0501);
    assert_string_equal(into.path, "p");
    assert_string_equal(into.color, "never");
    free(into.names.names);
}

/* The help has the headings, every shown option, and the defaults. */
TEST(test_help)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    arguments_help(stream, &usage);
    fclose(stream);
    assert_non_null(strstr(text, "Usage: speedup job A [B]\n\nFirst\n  --flag                   it is so\n"));
    assert_non_null(strstr(text, "  --text TEXT              some words [none]\n\nSecond\n  --path FILE "));
    assert_non_null(strstr(text, "  --help                   show this help\n\nExit codes: 0.\n"));
    assert_null(strstr(text, "hidden"));
    free(text);
}
