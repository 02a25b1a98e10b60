/* The tables of columns and axes: orders that files depend on, and the links between both. */
#include "experiments/harness/store/columns.h"
#include "tests/unit/unit.h"

/* The names in an order, separated by commas. */
static const char *names_in(ColumnOrder order, size_t count)
{
    static char text[1000];
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", i > 0 ? "," : "",
                 column_names[columns_in(order)[i]]);
    }
    return text;
}

/* Keys of points and the columns of members.csv must not change: a new column of the identity comes last. */
TEST(test_orders)
{
    assert_string_equal(
        names_in(ORDER_MEMBERS, FIRST_VERSION_MEMBERS + 3),
        "experiment,machine,host,workload,type,n,variant,threads,schedule,block,tile,edges,graph,"
        "matrices,transfer,iterations,places,bind,cache,seed,devices,ranks,shape");
    assert_string_equal(names_in(ORDER_SUMMARY, 12),
                        "machine,host,workload,type,n,shape,variant,threads,schedule,block,tile,devices");
    assert_string_equal(names_in(ORDER_TABLES, 10),
                        "workload,variant,type,n,shape,threads,schedule,block,tile,devices");
    for (int order = 0; order < COLUMN_ORDERS; order++) {
        const size_t count =
            order == ORDER_TABLES ? TABLE_COLUMNS : IDENTITY_COLUMNS + (order == ORDER_MEMBERS);
        bool seen[COLUMNS] = {false};
        for (size_t i = 0; i < count; i++) {
            Column column = columns_in((ColumnOrder)order)[i];
            assert_false(seen[column]);
            seen[column] = true;
            assert_true(column_table[column].role != ROLE_NONE || column == COL_EXPERIMENT);
        }
    }
}

/* Every axis has a column, of its name but for n, and any value of it returns from text and Point. */
TEST(test_axes)
{
    for (int i = 0; i < AXIS_IDS; i++) {
        const AxisId id = (AxisId)i;
        const Column column = column_of_axis(id);
        Point point = {0}, other = {0};
        char text[32];
        assert_string_equal(column_names[column], id == AXIS_ID_SIZE ? "n" : axis_table[id].name);
        assert_int_equal(column_is_whole(column), axis_table[id].most > 0);
        assert_int_equal(axis_find(axis_table[id].name), id);
        axis_set(&point, id, 1);
        assert_int_equal(axis_get(&point, id), 1);
        axis_format(&point, id, text, sizeof text);
        if (axis_table[id].most == 0) {
            assert_int_equal(axis_parse_word(id, text, &other), 0);
            assert_int_equal(axis_get(&other, id), 1);
            assert_int_equal(axis_parse_word(id, "none", &other), -1);
        } else {
            assert_string_equal(text, "1");
        }
    }
}

/* A shape returns from its text and its value; equal sides are a square. */
TEST(test_shapes)
{
    static const struct {
        const char *text, *formatted;
        size_t m, n, k;
    } shapes[] = {{"33x65x129", "33x65x129", 33, 65, 129},
                  {"1x2097151x2", "1x2097151x2", 1, 2097151, 2},
                  {"2097151x2097151x2097150", "2097151x2097151x2097150", 2097151, 2097151, 2097150},
                  {"33x65", "33x65", 33, 65, 0},
                  {"8x8x8", "8", 8, 8, 8},
                  {"8x8", "8", 8, 8, 8}};
    static const char *const refused[] = {"",          "8",   "8x",   "x8",   "8x9x",
                                          "8x9x10x11", "0x8", "8x-9", "8 x9", "2097152x1"};
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        Point point = {0}, other = {0};
        char text[32];
        assert_int_equal(axis_parse_word(AXIS_ID_SIZE, shapes[i].text, &point), 0);
        assert_true(point.m == shapes[i].m && point.n == shapes[i].n && point.k == shapes[i].k);
        assert_string_equal(axis_format(&point, AXIS_ID_SIZE, text, sizeof text), shapes[i].formatted);
        axis_set(&other, AXIS_ID_SIZE, axis_get(&point, AXIS_ID_SIZE));
        assert_true(other.m == point.m && other.n == point.n && other.k == point.k);
    }
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        Point point = {0};
        assert_int_equal(axis_parse_word(AXIS_ID_SIZE, refused[i], &point), -1);
    }
}
