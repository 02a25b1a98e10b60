/* The reader of every command's words: one table of options, one set of rules. */
#include "common/text/text.h"
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

static const Usage bare = {.command = "bare", .before = "Usage: speedup bare"};

/* Reads "job|WORD|WORD": the words may be empty. */
static int read_words(const Usage *of, const char *line, Into *into, Words *words)
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
    return arguments_read(of, argc, argv, into, words, &error);
}

/* Refused, with just this message. */
static const struct {
    const char *line, *says;
} refused[] = {
    {"job|a|--txt|x", "there is no option --txt; did you mean --text?"},
    {"job|a|--tex|x", "there is no option --tex; did you mean --text?"}, /* no abbreviations */
    {"job|a|--tex=x", "there is no option --tex; did you mean --text?"},
    {"job|a|--texts|x", "there is no option --texts; did you mean --text?"},
    {"job|a|--hel", "there is no option --hel; did you mean --help?"},
    {"job|a|--nothing-like-it", "there is no option --nothing-like-it (speedup job --help shows all)"},
    {"job|a|--First", "there is no option --First (speedup job --help shows all)"}, /* a heading */
    {"job|a|--=x", "there is no option -- (speedup job --help shows all)"},
    {"job|a|-f", "there is no option -f; long options begin with two dashes"},
    {"job|a|-flag", "there is no option -flag; long options begin with two dashes"},
    {"job|a|--text", "--text needs a value"},
    {"job|a|--flag=1", "--flag takes no value"},
    {"job|a|--flag=", "--flag takes no value"},
    {"job|a|--help=1", "--help takes no value"},
    {"job|a|--text=", "--text: the value is empty"},
    {"job|a|--text|", "--text: the value is empty"},
    {"job|a|--names|", "--names: the value is empty"},
    {"job|a|--text|b\nc", "--text: the value has a control character; leave it out"},
    {"job|a|--path|b\x7f", "--path: the value has a control character; leave it out"},
    {"job|a|--names|b,,c", "--names b,,c: an empty name; give names separated by single commas, as a,b"},
    {"job|a|--count|0", "--count 0: 0 is not allowed; give a number from 1 up"},
    {"job|a|--count|--flag", "--count --flag: '--flag' is not a whole number; give one from 1 up"},
    {"job|a|--seed|-1", "--seed -1: this is not a seed; give a whole number from 0 to 2^64 - 1"},
    {"job|a|--seconds|1h", "--seconds 1h: this is not a time in seconds; give a number such as 0.5 or 10"},
    {"job|a|--share|1", "--share 1: this is not a share between 0 and 1; give 1% or 0.01"},
    {"job|a|--share|1%%", "--share 1%%: this is not a share between 0 and 1; give 1% or 0.01"},
    {"job|a|--color|blue", "--color blue: give auto, always or never"},
    {"job", "name A, as in: speedup job a"},
    {"job|--flag", "name A, as in: speedup job a"},
    {"job|--", "name A, as in: speedup job a"},
    {"job|a|b|c", "'c' is one word too many (speedup job --help)"},
    {"job|a|--flag|b|--text|x|c|d", "'c' is one word too many (speedup job --help)"},
    {"job|--|a|--flag|-h", "'-h' is one word too many (speedup job --help)"},
};

TEST(test_refused)
{
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        Into into;
        Words words;
        int failed = read_words(&usage, refused[i].line, &into, &words);
        free(into.names.names);
        if (failed != -1 || strcmp(error.text, refused[i].says) != 0) {
            fail_msg("%s: '%s' is not '%s'", refused[i].line, error.text, refused[i].says);
        }
    }
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
        if (read_words(&usage, taken[i].line, &into, &words) != 0) {
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
    assert_int_equal(read_words(&usage, "job|--names|a,b|--count=7|--seed|18446744073709551615|--seconds|.5",
                                &into, &words),
                     -1); /* the words are missing, and all else is taken */
    assert_int_equal(into.names.count, 2);
    assert_string_equal(into.names.names[1], "b");
    assert_int_equal(into.count, 7);
    assert_true(into.seed == UINT64_MAX);
    assert_true(into.seconds == 0.5 && !into.flag && into.path == NULL);
    free(into.names.names);
    assert_ok(read_words(&usage, "job|a|--names=a|--flag|--names|b,c|--share|5%|--path|p|--color|never",
                         &into, &words));
    assert_int_equal(into.names.count, 3); /* lists grow */
    assert_string_equal(into.names.names[0], "a");
    assert_string_equal(into.names.names[2], "c");
    assert_true(into.flag && into.share > 0.0499 && into.share < 0.0501);
    assert_string_equal(into.path, "p");
    assert_string_equal(into.color, "never");
    free(into.names.names);
}

TEST(test_lengths)
{
    char line[TEXT_MOST_PATH + 2], *argv[] = {"job", "a", "--text", line, NULL};
    Into into = {0};
    Words words;
    memset(line, 'x', sizeof line);
    line[TEXT_MOST + 1] = '\0';
    assert_int_equal(arguments_read(&usage, 4, argv, &into, &words, &error), -1);
    assert_string_equal(error.text,
                        "--text: the value has 1024 bytes, at most 1023 are allowed; give a shorter one");
    argv[1] = "a";
    argv[2] = "--path";
    assert_ok(arguments_read(&usage, 4, argv, &into, &words, &error));
    line[TEXT_MOST + 1] = 'x';
    line[TEXT_MOST_PATH + 1] = '\0';
    assert_int_equal(arguments_read(&usage, 4, argv, &into, &words, &error), -1);
    assert_string_equal(error.text,
                        "--path: the value has 4096 bytes, at most 4095 are allowed; give a shorter one");
}

/* A command without options says so. */
TEST(test_bare)
{
    Into into;
    Words words;
    assert_int_equal(read_words(&bare, "bare|--csv", &into, &words), -1);
    assert_string_equal(error.text, "--csv is not an option here; bare takes none");
    assert_int_equal(read_words(&bare, "bare|x", &into, &words), -1);
    assert_string_equal(error.text, "'x' is one word too many (speedup bare --help)");
    assert_ok(read_words(&bare, "bare", &into, &words));
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

TEST(test_color)
{
    assert_true(color_wanted("always", -1));
    assert_false(color_wanted("never", -1));
    assert_false(color_wanted("auto", -1)); /* no terminal */
}
