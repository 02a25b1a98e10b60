/* Formatted numbers and times: three significant digits for every magnitude. */
#include "common/text/text.h"
#include "tests/unit/unit.h"

TEST(test_numbers)
{
    static const struct {
        double value;
        const char *text;
    } numbers[] = {{0.0, "0"},
                   {1.0, "1.00"},
                   {12.345, "12.3"},
                   {99.94, "99.9"},
                   {99.96, "100"},
                   {1234.4, "1234"},
                   {0.9994, "0.999"},
                   {0.9996, "1.00"},
                   {0.412, "0.412"},
                   {0.0412, "0.0412"},
                   {0.00412, "0.00412"},
                   {0.000412, "0.000412"},
                   {0.09996, "0.100"},
                   {1.234e-5, "0.0000123"},
                   {1.234e-6, "0.00000123"},
                   {9.87e-7, "9.87e-07"},
                   {1.5e-12, "1.50e-12"},
                   {-0.00412, "-0.00412"},
                   {5.1e7, "51000000"},
                   {1.5e15, "1.50e+15"},
                   {1e300, "1.00e+300"},
                   {INFINITY, "inf"},
                   {NAN, ""}};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        char text[32];
        format_number(numbers[i].value, text, sizeof text);
        assert_string_equal(text, numbers[i].text);
    }
}

/* From 1e-6 to 1e15 a number keeps three digits and is never printed as 0. */
TEST(test_three_digits)
{
    for (double value = 1.0001e-6; value < 1e15; value *= 1.0371) {
        char text[32];
        format_number(value, text, sizeof text);
        assert_null(strchr(text, 'e'));
        assert_true(fabs(strtod(text, NULL) / value - 1.0) <= 0.00502);
        size_t digits = strlen(text + strspn(text, "0.")) - (strchr(text + strspn(text, "0."), '.') != NULL);
        assert_true(digits == 3 || (digits > 3 && value > 999.0));
    }
}

TEST(test_utf8)
{
    static const struct {
        const char *text, *valid;
    } texts[] = {{"", ""},
                 {"a\u00e9\u20ac\U0001f600z", "a\u00e9\u20ac\U0001f600z"},
                 {"\xff\x80z", "??z"},
                 {"\xc2\x9b", "??"}, /* CSI */
                 {"cut \xc3", "cut ?"},
                 {"cut \xf0\x9f\x98", "cut ???"},
                 {"\xc0\x80\xe0\x80\x80", "?????"},            /* overlong */
                 {"\xed\xa0\x80\xf4\x90\x80\x80", "???????"}}; /* a surrogate, above U+10FFFF */
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        char text[32];
        snprintf(text, sizeof text, "%s", texts[i].text);
        text_make_utf8(text);
        assert_string_equal(text, texts[i].valid);
    }
}

TEST(test_sample_times)
{
    static const struct {
        double value;
        const char *text;
    } times[] = {{2.5, "2.50 s"},         {0.0123, "12.3 ms"}, {0.99951, "1.00 s"}, {4.2e-7, "420 ns"},
                 {4.2e-12, "0.00420 ns"}, {0.0, "0 ns"},       {1234.0, "1234 s"},  {NAN, ""}};
    for (size_t i = 0; i < COUNT_OF(times); i++) {
        char text[32];
        format_time(times[i].value, text, sizeof text);
        assert_string_equal(text, times[i].text);
    }
}

TEST(test_lists)
{
    static const struct {
        const char *list;
        size_t count;
        const char *names[4];
    } cases[] = {
        {NULL, 0, {NULL}},           {"", 0, {NULL}},       {"a", 1, {"a"}}, {"a;b", 2, {"a", "b"}},
        {"a;;b", 3, {"a", "", "b"}}, {";a;", 2, {"", "a"}},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *rest = cases[i].list;
        size_t count = 0, length = 0;
        for (const char *name; (name = list_next(&rest, &length)) != NULL; count++) {
            assert_true(count < cases[i].count);
            assert_int_equal(length, strlen(cases[i].names[count]));
            assert_memory_equal(name, cases[i].names[count], length);
        }
        assert_int_equal(count, cases[i].count);
    }
}
