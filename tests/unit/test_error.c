/* A message is one line of plain text, whatever the values in it contain. */
#include "common/error.h"
#include "tests/unit/unit.h"

TEST(message_is_one_line)
{
    static const struct {
        const char *value, *shown;
    } cases[] = {
        {"a\nerror: b", "a?error: b"},
        {"a\r\n", "a??"},
        {"\x1b[31mred\x7f\t", "?[31mred??"},
        {"\xc2\x9b"
         "2J\xc2\x85",
         "??2J??"},
        {"na\xc3\xafve \xc2\xb5s \xe2\x80\xa6", "na\xc3\xafve \xc2\xb5s \xe2\x80\xa6"},
        {"", ""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        error.no_room = true;
        assert_int_equal(error_set(&error, "%s", cases[i].value), -1);
        assert_string_equal(error.text, cases[i].shown);
        assert_false(error.no_room);
    }
    assert_int_equal(error_set(NULL, "%s", "no receiver"), -1);
}

TEST(long_message_is_cut)
{
    char value[2 * sizeof error.text];
    memset(value, '\n', sizeof value - 1);
    value[sizeof value - 1] = '\0';
    assert_int_equal(error_set(&error, "%s", value), -1);
    assert_int_equal(strspn(error.text, "?"), sizeof error.text - 1);
}
