/* A message is one line of plain text, whatever the values in it contain. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/error.h"

static void message_is_one_line(void **state)
{
    (void)state;
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
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Error error = {.no_room = true};
        assert_int_equal(error_set(&error, "%s", cases[i].value), -1);
        assert_string_equal(error.text, cases[i].shown);
        assert_false(error.no_room);
    }
    assert_int_equal(error_set(NULL, "%s", "no receiver"), -1);
}

static void long_message_is_cut(void **state)
{
    (void)state;
    Error error;
    char value[2 * sizeof error.text];
    memset(value, '\n', sizeof value - 1);
    value[sizeof value - 1] = '\0';
    assert_int_equal(error_set(&error, "%s", value), -1);
    assert_int_equal(strspn(error.text, "?"), sizeof error.text - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(message_is_one_line),
        cmocka_unit_test(long_message_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
