/* Splitting of command lines into words, and placeholders in them. tests/bad-inputs.tsv has what is refused.
 */
#include "common/text/words.h"
#include "experiments/harness/cli/program.h"
#include "tests/unit/unit.h"

enum { MOST = 8 };

static void check_words(const char *text, const char *const *expected)
{
    char buffer[200], *word[MOST + 1];
    const int count = words_split(text, buffer, word, MOST, &error);
    assert_string_equal(error.text, "");
    for (int i = 0; i < count; i++) {
        assert_non_null(expected[i]);
        assert_string_equal(word[i], expected[i]);
    }
    assert_null(expected[count]);
    assert_null(word[count]);
}

#define WORDS(text, ...) check_words(text, (const char *const[]){__VA_ARGS__, NULL})

TEST(test_words)
{
    WORDS("a", "a");
    WORDS("  a\t b  ", "a", "b");
    WORDS("a 'b c' d", "a", "b c", "d");
    WORDS("a \"b c\"d", "a", "b cd");
    WORDS("'a''b'\"c\"d", "abcd");
    WORDS("a '' \"\" b", "a", "", "", "b");
    WORDS("a\\ b c\\\\d \\'", "a b", "c\\d", "'");
    WORDS("'a\\b' \"a\\b\" \"a\\\"b\" \"a\\\\b\"", "a\\b", "a\\b", "a\"b", "a\\b");
    WORDS("\"it's\" 'say \"no\"'", "it's", "say \"no\"");
    WORDS("$HOME *.c ~ a=b #c", "$HOME", "*.c", "~", "a=b", "#c");
    WORDS("'|' \\> \"&&\" a|b x;y", "|", ">", "&&", "a|b", "x;y");
    check_words("", (const char *const[]){NULL});
    check_words(" \t ", (const char *const[]){NULL});
}

static const Point point = {.m = 512,
                            .n = 512,
                            .k = 512,
                            .type = TYPE_FLOAT32,
                            .threads = 4,
                            .schedule = {SCHEDULE_DYNAMIC, 16},
                            .block = 32,
                            .tile = 8};

static const ProgramSpec spec_of_point = {.parameters = "alpha=0.1;file=a=b"};

static void check_expanded(const char *text, const char *expected)
{
    char expanded[100];
    assert_ok(program_expand(&spec_of_point, text, &point, expanded, sizeof expanded, &error));
    assert_string_equal(expanded, expected);
}

TEST(test_placeholders)
{
    check_expanded("", "");
    check_expanded("./a {n} -t{threads}", "./a 512 -t4");
    check_expanded("{type} {schedule} {block} {tile}", "float32 dynamic:16 32 8");
    check_expanded("{{n}} {{{n}}} {{other}}", "{n} {{n}} {other}");
    check_expanded("{} {1..3} {print $1} ${HOME} a{3}", "{} {1..3} {print $1} ${HOME} a{3}");
    check_expanded("{ n } {n", "{ n } {n");
    check_expanded("{alpha} {file} {{file}} $alpha", "0.1 a=b {file} $alpha");
    char expanded[100];
    assert_refused(program_expand(&spec_of_point, "a {size}", &point, expanded, sizeof expanded, &error),
                   "{size} is no placeholder; there are {n}, {threads}");
    assert_int_equal(program_expand(&spec_of_point, "1234567{n}", &point, expanded, 10, &error), -1);
    assert_ok(program_expand(&spec_of_point, "123456{n}", &point, expanded, 10, &error));
    assert_int_equal(program_expand(&spec_of_point, "a {N}", &point, expanded, sizeof expanded, &error), -1);
    /* In a pattern a value stands for itself. */
    static ProgramSpec spec = {.parameters = "alpha=0.1",
                               .option = {[PROGRAM_EXPECT_PATTERN] = "^{alpha}{3} {n}$"}},
                       resolved;
    assert_ok(program_resolve(&spec, &point, &resolved, &error));
    assert_string_equal(resolved.option[PROGRAM_EXPECT_PATTERN], "^0\\.1{3} 512$");
}

TEST(test_names)
{
    static const struct {
        const char *text, *name, *expected;
    } names[] = {{"./solve {n}", NULL, "cpu/solve"},
                 {"/a/b/Heat-3.x", NULL, "cpu/heat_3_x"},
                 {"./2mm", NULL, "cpu/p2mm"},
                 {"'my prog'", NULL, "cpu/my_prog"},
                 {"./solve", "other_1", "cpu/other_1"},
                 {"./solve", "cpu/other", "cpu/other"},
                 {"./solve {n}", "at_{n}", "cpu/at_512"},
                 {"./solve.{n}", NULL, "cpu/solve_512"}};
    static Program program;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        program = (Program){.size = 0};
        snprintf(program.spec.text, sizeof program.spec.text, "%s", names[i].text);
        assert_ok(program_make(&program, names[i].name, &point, &error));
        assert_string_equal(program.variant.name, names[i].expected);
    }
    assert_int_equal(program_make(&program, "Big", &point, &error), -1);
    assert_int_equal(program_make(&program, "a-b", &point, &error), -1);
    program = (Program){.spec = {.text = "./a {n} {threads}"}};
    assert_ok(program_make(&program, NULL, &point, &error));
    assert_int_equal(program.spec.reads, 1u << AXIS_ID_SIZE | 1u << AXIS_ID_THREADS);
}
